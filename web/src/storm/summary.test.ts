import { expect, test } from "vitest";
import type { CityStatus, FacilityThreat, Proximity } from "../data/lightning.ts";
import { MAX_AGE_MS, type Snapshot } from "../status/freshness.ts";
import type { DisplayStatus, Status } from "../status/status.ts";
import { assessFacilities, summarize, summarizeCounts } from "./summary.ts";

const START = { wall: 1_000, monotonic: 1_000 };
const later = (ms: number): typeof START => ({ wall: START.wall + ms, monotonic: START.monotonic + ms });
const snapshot = (healthy: boolean | null): Snapshot => ({
  asOf: "2026-05-01T12:00:00Z",
  feed: { healthy },
  requestedAt: START,
});

function facility(id: number, status: Status | null): FacilityThreat {
  const proximity: Proximity | null =
    status === null
      ? null
      : {
          status,
          lastStrike: null,
          closest: null,
          countInWindow: 0,
          nearestInWindowMiles: null,
          allClearInMinutes: null,
          clearAt: null,
          policyId: 1,
          rings: [],
        };
  return { facilityId: id, name: `F${id}`, latLongPoint: null, proximity };
}

const summaryOf = (statuses: (Status | null)[], healthy: boolean | null, ms = 0): ReturnType<typeof summarize> => {
  const all = assessFacilities(
    snapshot(healthy),
    statuses.map((status, index) => facility(index + 1, status)),
    later(ms),
  );
  return summarize(all, snapshot(healthy), later(ms));
};

test.each<[(Status | null)[], boolean | null, number, DisplayStatus, string | null]>([
  [["Active", "Clear"], true, 0, "Active", null],
  [["Clearing", "Clear"], true, 0, "Clearing", null],
  [["Clear", "Clear"], true, 0, "Clear", null],
  [["Clear", null], true, 0, "Clear", null],
  [["Clear", "Clear"], false, 0, "Unknown", "feed"],
  [["Clear", "Clear"], null, 0, "Unknown", "feed"],
  [["Active", "Clear"], false, 0, "Active", "caution"],
  [["Active", "Clear"], true, MAX_AGE_MS + 1, "Unknown", "expired"],
  [[null, null], true, 0, "Unknown", null],
  [[], true, 0, "Unknown", null],
])("%j with feed %s after %i ms: %s (%s)", (statuses, healthy, ms, status, warning) => {
  expect(summaryOf(statuses, healthy, ms)).toMatchObject({ status, warning });
});

test("facilities keep their order; those without a location are counted", () => {
  const summary = summaryOf(["Clearing", "Active", null, "Active"], true);
  expect(summary.active).toEqual({ count: 2, first: "F2" });
  expect(summary).toMatchObject({ unlocated: 1, all: 4 });
});

test("without a report the city is Unknown", () => {
  expect(summarize([], null, START)).toMatchObject({ status: "Unknown", warning: "waiting" });
});

test("without a healthy feed no facility is Clear", () => {
  for (const healthy of [false, null]) {
    const all = assessFacilities(snapshot(healthy), [facility(1, "Clear"), facility(2, "Active")], START);
    expect(all.map(({ status }) => status)).toEqual(["Unknown", "Active"]);
  }
});

test("counts of the past do not expire, and need a feed that worked then", () => {
  const city = { activeCount: 0, clearingCount: 0, facilityCount: 3, unknownCount: 1 } as CityStatus;
  const muchLater = later(MAX_AGE_MS + 1);
  expect(summarizeCounts(city, snapshot(true), muchLater, "past").status).toBe("Clear");
  expect(summarizeCounts(city, snapshot(true), muchLater, "past-unwatched").status).toBe("Unknown");
  expect(summarizeCounts(city, snapshot(true), muchLater).status).toBe("Unknown");
});

/** In the service's order: most threatened first. */
const RANKED: (Status | null)[][] = [
  [],
  [null],
  ["Clear", null],
  ["Clearing", "Clear"],
  ["Active", "Clearing", "Clear", null],
  ["Active", "Active", "Clearing", "Clearing", "Clear"],
];

test.each(RANKED.map((known) => ({ known })))("counts give the same summary as the facilities: $known", ({ known }) => {
  const count = (status: Status | null): number => known.filter((one) => one === status).length;
  const city = {
    activeCount: count("Active"),
    clearingCount: count("Clearing"),
    facilityCount: known.length - count(null),
    unknownCount: count(null),
    highestThreat: { name: "F1" },
  } as unknown as CityStatus;
  for (const healthy of [true, false, null]) {
    for (const ms of [0, MAX_AGE_MS + 1]) {
      const { active, clearing, ...expected } = summaryOf(known, healthy, ms);
      const summary = summarizeCounts(city, snapshot(healthy), later(ms));
      expect(summary).toMatchObject(expected);
      expect([summary.active.count, summary.clearing.count]).toEqual([active.count, clearing.count]);
      if (summary.status === "Active") expect(summary.active.first).toBe(active.first);
    }
  }
});
