import { expect, test } from "vitest";
import type { ClockReading } from "../status/clock.ts";
import { MAX_AGE_MS } from "../status/freshness.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { AS_OF, body, clearProximity, proximity } from "./response.fixture.ts";
import { parseResponse } from "./response.ts";
import { NOTHING_KNOWN, type SourceState } from "./status-source.ts";
import { cardView, invalidAttributeView } from "./view.ts";

const REQUESTED_AT: ClockReading = { wall: 0, monotonic: 0 };
const after = (ms: number): ClockReading => ({ wall: ms, monotonic: ms });

function received(value: unknown, more: Partial<SourceState> = {}): SourceState {
  const report = parseResponse(value);
  if (report === null) throw new Error("the fixture is not a valid report");
  return { ...NOTHING_KNOWN, latest: { ...report, requestedAt: REQUESTED_AT }, ...more };
}

const feed = (healthy: boolean | null) => ({ feed: { healthy } });
const shown = (state: SourceState, ms = 0, language: "en" | "es" = "en") =>
  cardView(state, after(ms), STATUS_TEXT[language]);

test("Active shows the last strike and the countdown", () => {
  const { asOf, ...rest } = shown(received(body()), 22_000);
  // In the city, wherever the device is.
  expect(asOf).toBe("Updated 14:03:11 (22 s ago)");
  expect(rest).toEqual({
    status: "Active",
    statusText: "Active",
    name: "Maple Pool",
    advice: "Lightning is close. Go inside now.",
    wait: "All clear in 25:27 if no new strikes",
    figure: "25:27",
    note: "",
    facts: {
      last: { distance: "2.3 miles", rest: "4 min ago, ground strike" },
      closest: { distance: "1.1 miles", rest: "13 min ago, cloud strike" },
      count: "3 strikes within 8 miles in the last 30 minutes",
      radius: "8-mile radius",
      ring: expect.anything() as object,
    },
  });
});

test("Clear without any strike says so", () => {
  const { status, wait, note, facts } = shown(received(body({}, clearProximity())));
  expect({ status, wait, note }).toEqual({ status: "Clear", wait: "", note: "" });
  expect(facts).toMatchObject({
    last: { distance: "none", rest: "" },
    closest: { distance: "none", rest: "" },
    count: "0 strikes within 8 miles in the last 30 minutes",
  });
});

test("an ended countdown waits for a report and is not Clear", () => {
  const past = proximity({ clearAt: AS_OF });
  expect(shown(received(body({}, past)), 5_000)).toMatchObject({
    status: "Active",
    wait: "Waiting for the all clear",
    figure: "",
  });
});

test.each<[string, SourceState, number, string]>([
  ["nothing yet", NOTHING_KNOWN, 0, "Loading status…"],
  ["no response yet", { ...NOTHING_KNOWN, failures: 1 }, 0, "Cannot reach the server."],
  ["no facility", { ...NOTHING_KNOWN, rejection: "noFacility" }, 0, "Facility not found."],
  ["no location", { ...NOTHING_KNOWN, rejection: "noLocation" }, 0, "This facility has no location."],
  ["rejected", { ...NOTHING_KNOWN, rejection: "rejected" }, 0, "Request rejected. Check the attributes."],
  ["expired", received(body()), MAX_AGE_MS + 1, "Data is out of date. Last known status: Active."],
  [
    "expired and unreachable",
    received(body({}, clearProximity()), { failures: 4 }),
    MAX_AGE_MS + 1,
    "Data is out of date. Last known status: Clear. Cannot reach the server.",
  ],
  ["feed down", received(body(feed(false), clearProximity())), 0, "The lightning feed is not working."],
  ["no feed", received(body(feed(null), clearProximity())), 0, "No lightning feed is set up."],
])("%s: Unknown, with the reason", (_, state, ms, note) => {
  expect(shown(state, ms)).toMatchObject({ status: "Unknown", note, wait: "", facts: null });
});

test("Active stays Active without a feed, with a warning and no countdown", () => {
  const { status, note, wait } = shown(received(body(feed(false))));
  expect(status).toBe("Active");
  expect(note).toContain("Conditions may be worse than shown.");
  expect(wait).toMatch(/^No all clear before \d\d:\d\d:\d\d$/);
});

test.each([
  [1, ""],
  [2, "Cannot reach the server."],
])("%i failures in a row show “%s” while the report is fresh", (failures, note) => {
  expect(shown(received(body(), { failures }), 60_000)).toMatchObject({ status: "Active", note });
});

test("texts are in Spanish", () => {
  const { statusText, advice, wait, facts } = shown(received(body()), 0, "es");
  expect([statusText, advice, wait, facts?.last.distance, facts?.last.rest]).toEqual([
    "Activo",
    "Hay rayos cerca. Entre ya a un lugar cerrado.",
    "Fin de la alerta en 25:49 si no caen más rayos",
    "2.3 millas",
    "hace 4 min, rayo a tierra",
  ]);
});

test("an invalid attribute is named, and nothing is shown as safe", () => {
  expect(invalidAttributeView("radius-miles", STATUS_TEXT.en)).toMatchObject({
    status: "Unknown",
    note: "The attribute radius-miles is missing or invalid.",
    facts: null,
  });
});
