import { expect, test } from "vitest";
import { type ClockReading, elapsedMs } from "./clock.ts";
import {
  ageMs,
  assessStatus,
  expiresInMs,
  isNewer,
  MAX_AGE_MS,
  type Snapshot,
  serverNow,
  withoutContact,
} from "./freshness.ts";
import type { Status } from "./status.ts";

const START: ClockReading = { wall: 1_000_000, monotonic: 5_000 };
const AS_OF = "2026-11-15T20:03:11Z";

const later = (wall: number, monotonic = wall): ClockReading => ({
  wall: START.wall + wall,
  monotonic: START.monotonic + monotonic,
});
const snapshot = (healthy: boolean | null, more: Partial<Snapshot> = {}): Snapshot => ({
  asOf: AS_OF,
  feed: { healthy },
  requestedAt: START,
  ...more,
});

test.each([
  [20_000, 20_000, 20_000],
  // The device slept, and its monotonic clock stopped.
  [600_000, 1_000, 600_000],
  // The wall clock was set back.
  [-3_600_000, 20_000, 20_000],
  [-3_600_000, -1, 0],
])("wall clock +%i, monotonic clock +%i: %i elapsed", (wall, monotonic, passed) => {
  expect(elapsedMs(START, later(wall, monotonic))).toBe(passed);
});

test.each<[Status, boolean | null, number, string, string | null]>([
  ["Clear", true, 0, "Clear", null],
  ["Clear", true, MAX_AGE_MS, "Clear", null],
  ["Clear", true, MAX_AGE_MS + 1, "Unknown", "expired"],
  ["Clear", false, 0, "Unknown", "feed"],
  ["Clear", null, 0, "Unknown", "feed"],
  ["Clear", null, MAX_AGE_MS + 1, "Unknown", "expired"],
  ["Clearing", true, 0, "Clearing", null],
  ["Clearing", false, 0, "Clearing", "caution"],
  ["Clearing", true, MAX_AGE_MS + 1, "Unknown", "expired"],
  ["Active", true, 0, "Active", null],
  ["Active", false, 0, "Active", "caution"],
  ["Active", null, 0, "Active", "caution"],
  ["Active", true, MAX_AGE_MS + 1, "Unknown", "expired"],
])("%s with feed %s after %i ms is shown as %s (%s)", (reported, healthy, ms, status, warning) => {
  expect(assessStatus(snapshot(healthy), reported, later(ms))).toEqual({ status, warning });
});

test("Clear needs a healthy feed and a fresh report", () => {
  for (const healthy of [true, false, null, undefined]) {
    for (const ms of [0, MAX_AGE_MS, MAX_AGE_MS + 1, 10 * MAX_AGE_MS, NaN]) {
      for (const asOf of [AS_OF, "never", ""]) {
        const assessed = assessStatus(snapshot(healthy as boolean | null, { asOf }), "Clear", later(ms));
        const isSafe = healthy === true && ms <= MAX_AGE_MS && asOf === AS_OF;
        expect(assessed.status, `${healthy} ${ms} ${asOf}`).toBe(isSafe ? "Clear" : "Unknown");
      }
    }
  }
});

test("without a report or a location the status is Unknown", () => {
  expect(assessStatus(null, null, START)).toEqual({ status: "Unknown", warning: "waiting" });
  expect(assessStatus(snapshot(true), null, START)).toEqual({ status: "Unknown", warning: "waiting" });
});

test.each<Status>(["Active", "Clearing", "Clear"])("without contact to the service %s is Unknown", (status) => {
  const lost = withoutContact(snapshot(true));
  expect(assessStatus(lost, status, later(0))).toEqual({ status: "Unknown", warning: "expired" });
  expect(withoutContact(lost)).toBe(lost);
});

test.each([
  ["Clear", "past", "Clear", null],
  ["Active", "past", "Active", null],
  ["Clear", "past-unwatched", "Unknown", "feed"],
  ["Clearing", "past-unwatched", "Clearing", "caution"],
] as const)("%s in the %s is shown as %s and does not expire", (status, time, shown, warning) => {
  const assessed = assessStatus(snapshot(false), status, later(10 * MAX_AGE_MS), time);
  expect(assessed).toEqual({ status: shown, warning });
});

test.each([
  ["2026-11-15T20:03:12Z", true],
  ["2026-11-15T20:03:11Z", false],
  ["2026-11-15T20:02:00Z", false],
  ["never", false],
])("after 20:03:11 a report as of %s is newer: %s", (asOf, newer) => {
  expect(isNewer(snapshot(true), snapshot(true, { asOf }))).toBe(newer);
});

test("the first report is newer", () => {
  expect(isNewer(null, snapshot(true))).toBe(true);
});

test("repeated responses of a cache let the status expire", () => {
  const current = snapshot(true);
  const repeated = snapshot(true, { requestedAt: later(120_000) });
  const kept = isNewer(current, repeated) ? repeated : current;
  expect(assessStatus(kept, "Clear", later(MAX_AGE_MS + 1)).status).toBe("Unknown");
});

test("the server's time does not depend on the device's clock", () => {
  expect(serverNow(snapshot(true), later(22_000))).toBe(Date.parse(AS_OF) + 22_000);
  expect(ageMs(snapshot(true), later(22_000))).toBe(22_000);
  expect(expiresInMs(snapshot(true), later(22_000))).toBe(MAX_AGE_MS - 22_000);
  expect(expiresInMs(snapshot(true), later(2 * MAX_AGE_MS))).toBe(0);
});
