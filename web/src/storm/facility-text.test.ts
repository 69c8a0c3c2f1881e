import { expect, test } from "vitest";
import type { FacilityThreat, Proximity } from "../data/lightning.ts";
import type { StatusWarning } from "../status/freshness.ts";
import type { DisplayStatus, Status } from "../status/status.ts";
import {
  closestStrikeText,
  lastStrikeText,
  ringTexts,
  shortWaitText,
  strikeCountText,
  type TextContext,
  waitText,
  warningText,
} from "./facility-text.ts";
import type { FacilityRow } from "./summary.ts";

const NOW = Date.parse("2026-05-01T19:00:00Z");
const context: TextContext = {
  language: "en",
  timeZone: "America/Chicago",
  now: NOW,
  rule: () => ({ radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 }),
};

function row(status: DisplayStatus, warning: StatusWarning, more: Partial<Proximity> = {}): FacilityRow {
  const proximity: Proximity = {
    status: status as Status,
    lastStrike: null,
    closest: null,
    countInWindow: 0,
    nearestInWindowMiles: null,
    allClearInMinutes: null,
    clearAt: null,
    policyId: 1,
    rings: [],
    ...more,
  };
  return { facility: { facilityId: 1, name: "Pool", latLongPoint: null, proximity }, status, warning };
}

test.each<[StatusWarning, string[]]>([
  [null, ["Watch (15 miles): active, clear at 14:12:34 if no new strikes", "Far (30 miles): clear"]],
  ["caution", ["Watch (15 miles): active, not clear before 14:12:34", "Far (30 miles): unknown"]],
  ["feed", ["Watch (15 miles): active, not clear before 14:12:34", "Far (30 miles): unknown"]],
  ["expired", []],
])("with the warning %s each outer ring has its own clock", (warning, expected) => {
  const ring = { radiusMiles: 15, lastStrikeAt: null };
  const rings = [
    { ...ring, name: "Watch", active: true, clearAt: "2026-05-01T19:12:34Z" },
    { ...ring, name: "Far", radiusMiles: 30, active: false, clearAt: null },
  ];
  expect(ringTexts(row("Clear", warning, { rings }), context)).toEqual(expected);
});

const clearAt = "2026-05-01T19:12:34Z";

test.each<[string, FacilityRow, string | null]>([
  ["counts down", row("Active", null, { clearAt }), "All clear at 14:13 (in 12:34), if no new strikes"],
  [
    "counts down while clearing",
    row("Clearing", null, { clearAt }),
    "All clear at 14:13 (in 12:34), if no new strikes",
  ],
  ["waits for the report", row("Active", null, { clearAt: "2026-05-01T18:59:59Z" }), "Waiting for the all clear"],
  ["has no countdown without a healthy feed", row("Active", "caution", { clearAt }), "No all clear before 14:12:34"],
  ["has nothing to wait for", row("Clear", null), null],
  ["is empty when the status is Unknown", row("Unknown", "expired", { clearAt }), null],
  ["ignores an invalid time", row("Active", null, { clearAt: "soon" }), null],
])("the wait %s", (_, given, text) => {
  expect(waitText(given, context)).toBe(text);
  expect(shortWaitText(given, context)).toBe(text?.replace("at 14:13 (in 12:34),", "in 12:34") ?? null);
});

test("strikes have a distance and a time in the city's zone", () => {
  const { facility } = row("Active", null, {
    lastStrike: {
      distanceMiles: 2.25,
      ageMinutes: 4,
      timestamp: "2026-05-01T18:56:00Z",
      type: "Ground Stroke Lightning",
      kind: "ground",
    },
    closest: { distanceMiles: 0.8, timestamp: "2026-05-01T18:52:10Z", type: "Cloud Stroke Lightning", kind: "cloud" },
    countInWindow: 3,
  });
  expect(lastStrikeText(facility, context)).toBe("2.3 miles, 4 min ago");
  expect(closestStrikeText(facility, context)).toBe("0.8 miles, 13:52:10");
  expect(strikeCountText(facility, context)).toBe("3 strikes within 8 miles in the last 30 minutes");
});

test("no strike is “none”", () => {
  expect(lastStrikeText(row("Clear", null).facility, context)).toBe("none");
  expect(closestStrikeText(row("Clear", null).facility, { ...context, language: "es" })).toBe("ninguno");
});

test.each<[StatusWarning, boolean | null, string | null]>([
  [null, true, null],
  ["feed", null, "No lightning feed is set up."],
  ["feed", false, "The lightning feed is not working."],
  ["caution", false, "The lightning feed may be down. Conditions may be worse than shown."],
  ["expired", true, "Data is out of date."],
])("the warning %s with feed %s is “%s”", (warning, healthy, text) => {
  expect(warningText(row("Unknown", warning), healthy, context)).toBe(text);
});

test("a facility without a location says so", () => {
  const unlocated: FacilityThreat = { facilityId: 1, name: "Depot", latLongPoint: null, proximity: null };
  expect(warningText({ facility: unlocated, status: "Unknown", warning: "waiting" }, true, context)).toBe(
    "This facility has no location.",
  );
});
