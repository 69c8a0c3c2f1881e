import { expect, test } from "vitest";
import type { City, FacilityThreat } from "../data/lightning.ts";
import { joinPeriods, type ShownPeriod } from "./periods.ts";
import { recordedPeriods } from "./recorded-periods.ts";
import { buildReportData, type ReportInput } from "./report-data.ts";
import type { StatusEvent } from "./table/recent-changes.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const MINUTE = 60_000;
const at = (minutes: number): number => NOON + minutes * MINUTE;

const event = (minutes: number, to: string, ring: string | null = null): StatusEvent => ({
  id: minutes + 1000,
  facilityId: 1,
  facilityName: "Pool",
  at: new Date(at(minutes)).toISOString(),
  noticedAt: new Date(at(minutes)).toISOString(),
  from: "Clear",
  to,
  cause: "Strike",
  ring,
  strikeId: null,
  detail: null,
});

const period = (status: ShownPeriod["status"], from: number, to: number): ShownPeriod => ({
  status,
  from: at(from),
  to: at(to),
});

test.each<[string, StatusEvent[], { from: number; periods: ShownPeriod[] } | null]>([
  ["nothing was recorded", [], null],
  ["everything was recorded later", [event(60, "Active")], null],
  ["only a ring changed", [event(-10, "Active", "Watch")], null],
  ["the status is older than the period", [event(-10, "Active")], { from: at(0), periods: [period("Active", 0, 60)] }],
  [
    "recording began in the period",
    [event(10, "Clear"), event(20, "Active"), event(50, "Clear")],
    { from: at(10), periods: [period("Clear", 10, 20), period("Active", 20, 50), period("Clear", 50, 60)] },
  ],
  [
    "two events have the same time",
    [event(-5, "Active"), event(20, "Unknown"), event(20, "Clear"), event(70, "Active")],
    { from: at(0), periods: [period("Active", 0, 20), period("Clear", 20, 60)] },
  ],
])("recorded periods if %s", (_, events, expected) => {
  expect(recordedPeriods(events, at(0), at(60))).toEqual(expected);
});

test("neighbors with the same status are one period", () => {
  const given = [period("Clear", 0, 10), period("Clear", 10, 20), period("Active", 20, 30), period("Clear", 31, 40)];
  expect(joinPeriods(given)).toEqual([period("Clear", 0, 20), period("Active", 20, 30), period("Clear", 31, 40)]);
});

/** A strike at the facility at noon, which was reported ten minutes late. */
const INPUT: ReportInput = {
  city: { name: "Example City", timezone: "UTC" } as City,
  facility: { facilityId: 1, name: "Pool" } as FacilityThreat,
  from: at(-60),
  to: at(60),
  parameters: { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 },
  strikes: [
    {
      strike: { id: 1, timestamp: "2026-05-01T12:00:00Z", type: "Ground", kind: "ground", latitude: 0, longitude: 0 },
      at: at(0),
      miles: 1,
    },
  ],
  truncated: false,
  outages: [],
  events: [],
  createdAt: at(60),
};

test("without events the status is calculated from strikes", () => {
  const { periods, recordedFrom, totals } = buildReportData(INPUT);
  expect(periods).toEqual([period("Clear", -60, 0), period("Active", 0, 30), period("Clear", 30, 60)]);
  expect([recordedFrom, totals.Active]).toEqual([null, 30 * MINUTE]);
});

test("with events the status is what was recorded", () => {
  const events = [event(-90, "Clear"), event(10, "Active"), event(30, "Clear")];
  const { periods, recordedFrom, totals } = buildReportData({ ...INPUT, events });
  expect(periods).toEqual([period("Clear", -60, 10), period("Active", 10, 30), period("Clear", 30, 60)]);
  expect([recordedFrom, totals.Active]).toEqual([at(-60), 20 * MINUTE]);
});

test("before the first event the status is calculated, and an outage is never Clear", () => {
  const given = {
    ...INPUT,
    events: [event(20, "Active"), event(30, "Clear")],
    outages: [{ from: at(40), to: at(50) }],
  };
  const { periods, recordedFrom } = buildReportData(given);
  expect(periods).toEqual([
    period("Clear", -60, 0),
    period("Active", 0, 30),
    period("Clear", 30, 40),
    period("Unknown", 40, 50),
    period("Clear", 50, 60),
  ]);
  expect(recordedFrom).toBe(at(20));
});
