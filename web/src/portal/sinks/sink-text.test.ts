import { expect, test } from "vitest";
import type { EventDelivery, EventSink } from "../../data/event-sink.ts";
import { canRetry, deliveryText, deliveryTone, filterText, sinkState } from "./sink-text.ts";

const SINK: EventSink = {
  id: 3,
  name: "Pool signs",
  kind: "Webhook",
  url: "https://signs.example.gov/",
  facilityIds: null,
  statuses: null,
  isEnabled: true,
  hasSecret: true,
  lastDeliveredEventId: null,
  lastError: null,
};
const DELIVERY: EventDelivery = {
  eventId: 41,
  facilityId: 3,
  facilityName: "Municipal Pool",
  at: "2026-11-15T20:00:00Z",
  from: "Clear",
  to: "Active",
  status: "Waiting",
  attempts: 0,
  nextAttemptAt: "2026-11-15T20:00:00Z",
  deliveredAt: null,
  lastError: null,
};
const NOW = new Date("2026-11-15T20:00:00Z");

test.each<[Partial<EventSink>, string, string]>([
  [{}, "idle", "Ready"],
  [{ lastDeliveredEventId: 41 }, "good", "Working"],
  [{ lastDeliveredEventId: 41, lastError: "the receiver returned 500" }, "bad", "Failing"],
  [{ isEnabled: false }, "idle", "Disabled"],
  [{ isEnabled: false, lastError: "410 Gone" }, "idle", "Disabled"],
])("the state of a sink with %j is %s, %s", (changes, tone, title) => {
  expect(sinkState({ ...SINK, ...changes })).toMatchObject({ tone, title });
});

test("the state shows the last error", () => {
  expect(sinkState({ ...SINK, lastError: "the receiver returned 500" }).text).toBe("the receiver returned 500");
});

test.each<[Partial<EventSink>, string]>([
  [{}, "All facilities, all changes"],
  [{ facilityIds: [4], statuses: ["Active"] }, "1 facility, changes to Active"],
  [{ facilityIds: [4, 5], statuses: ["Active", "Clear"] }, "2 facilities, changes to Active or Clear"],
  [{ kind: "Mqtt" }, "All facilities, current status"],
])("the filter %j reads: %s", (changes, text) => {
  expect(filterText({ ...SINK, ...changes })).toBe(text);
});

test.each<[Partial<EventDelivery>, string, RegExp, boolean]>([
  [{}, "busy", /^First attempt now$/, true],
  [{ attempts: 2, nextAttemptAt: "2026-11-15T20:02:00Z" }, "warn", /^2 attempts, next attempt in 2 minutes$/, true],
  [{ attempts: 1, nextAttemptAt: "2026-11-15T19:59:00Z" }, "warn", /^1 attempt, next attempt now$/, true],
  [{ status: "Failed", attempts: 90, nextAttemptAt: null }, "bad", /^90 attempts$/, true],
  [{ status: "Skipped", nextAttemptAt: null }, "idle", /^Not attempted$/, true],
  [{ status: "Delivered", attempts: 1, deliveredAt: "2026-11-15T20:00:01Z" }, "good", /^Nov 15, 2026, [^,]+$/, false],
  [{ status: "Delivered", attempts: 3, deliveredAt: "2026-11-15T20:00:01Z" }, "good", /, 3 attempts$/, false],
])("a delivery with %j", (changes, tone, text, isRetryable) => {
  const delivery = { ...DELIVERY, ...changes };
  expect(deliveryTone(delivery)).toBe(tone);
  expect(deliveryText(delivery, NOW)).toMatch(text);
  expect(canRetry(delivery)).toBe(isRetryable);
});
