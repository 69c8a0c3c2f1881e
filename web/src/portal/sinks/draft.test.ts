import { expect, test } from "vitest";
import type { EventSink } from "../../data/event-sink.ts";
import { draftErrors, type SinkDraft, toDraft, toInput } from "./draft.ts";

const SINK: EventSink = {
  id: 3,
  name: "Pool signs",
  kind: "Webhook",
  url: "https://signs.example.gov/",
  facilityIds: [2, 10],
  statuses: ["Active", "Clear"],
  isEnabled: false,
  hasSecret: true,
  lastDeliveredEventId: 41,
  lastError: null,
};
const draft = (changes: Partial<SinkDraft> = {}): SinkDraft => ({ ...toDraft(SINK), ...changes });

test("an untouched form sends what the service has, without a secret", () => {
  const { id: _, hasSecret: __, lastDeliveredEventId: ___, lastError: ____, ...input } = SINK;
  expect(toInput(draft())).toEqual(input);
});

test.each<[string, Partial<SinkDraft>, object]>([
  ["all facilities", { hasAllFacilities: true }, { facilityIds: null }],
  ["facilities in order", { facilityIds: new Set([10, 9]) }, { facilityIds: [9, 10] }],
  ["all statuses", { hasAllStatuses: true }, { statuses: null }],
  ["statuses in order", { statuses: new Set(["Unknown", "Active"]) }, { statuses: ["Active", "Unknown"] }],
  ["no statuses for a broker", { kind: "Mqtt" }, { statuses: null }],
  ["a new secret", { secret: " whsec_abc " }, { secret: "whsec_abc" }],
  ["the removal of the secret", { removesSecret: true, secret: "whsec_abc" }, { secret: null }],
  ["trimmed texts", { name: " A ", url: " https://a.example/ " }, { name: "A", url: "https://a.example/" }],
])("the form sends %s", (_, changes, expected) => {
  expect(toInput(draft(changes))).toMatchObject(expected);
});

test.each<[string, Partial<SinkDraft>, string[]]>([
  ["complete", {}, []],
  ["without a name and an address", { name: " ", url: "" }, ["name", "url"]],
  ["without a facility", { facilityIds: new Set() }, ["facilityIds"]],
  ["for all facilities", { hasAllFacilities: true, facilityIds: new Set() }, []],
  ["without a status", { statuses: new Set() }, ["statuses"]],
  ["for a broker, without a status", { statuses: new Set(), kind: "Mqtt" }, []],
])("errors of a form that is %s", (_, changes, fields) => {
  expect(Object.keys(draftErrors(draft(changes)))).toEqual(fields);
});

test("a new sink is an enabled webhook for everything", () => {
  expect(toInput(toDraft(null))).toEqual({
    name: "",
    kind: "Webhook",
    url: "",
    facilityIds: null,
    statuses: null,
    isEnabled: true,
  });
});
