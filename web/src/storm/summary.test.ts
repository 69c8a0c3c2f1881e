import { expect, test } from "vitest";
import type { FacilityThreat, Proximity } from "../data/lightning.ts";
import { PROMISE_MS, type Told } from "../words/freshness.ts";
import type { Standing, Status } from "../words/standing.ts";
import { rows, summary } from "./summary.ts";

const START = { wall: 1_000, steady: 1_000 };
const later = (ms: number): typeof START => ({ wall: START.wall + ms, steady: START.steady + ms });
const told = (healthy: boolean | null): Told => ({ asOf: "2026-05-01T12:00:00Z", feed: { healthy }, askedAt: START });

function facility(id: number, status: Status | null): FacilityThreat {
  const proximity: Proximity | null =
    status === null
      ? null
      : { status, lastStrike: null, closest: null, countInWindow: 0, allClearInMinutes: null, clearAt: null };
  return { facilityId: id, name: `F${id}`, latLongPoint: null, proximity };
}

const stand = (statuses: (Status | null)[], healthy: boolean | null, ms = 0): ReturnType<typeof summary> => {
  const all = rows(
    told(healthy),
    statuses.map((status, index) => facility(index + 1, status)),
    later(ms),
  );
  return summary(all, told(healthy), later(ms));
};

test.each<[(Status | null)[], boolean | null, number, Standing, string | null]>([
  [["Active", "Clear"], true, 0, "Active", null],
  [["Clearing", "Clear"], true, 0, "Clearing", null],
  [["Clear", "Clear"], true, 0, "Clear", null],
  [["Clear", null], true, 0, "Clear", null],
  [["Clear", "Clear"], false, 0, "Unknown", "feed"],
  [["Clear", "Clear"], null, 0, "Unknown", "feed"],
  [["Active", "Clear"], false, 0, "Active", "caution"],
  [["Active", "Clear"], true, PROMISE_MS + 1, "Unknown", "expired"],
  [[null, null], true, 0, "Unknown", null],
  [[], true, 0, "Unknown", null],
])("%j with feed %s after %i ms: %s (%s)", (statuses, healthy, ms, standing, doubt) => {
  expect(stand(statuses, healthy, ms)).toMatchObject({ standing, doubt });
});

test("the order of the service stays, and what has no place is counted", () => {
  const state = stand(["Clearing", "Active", null, "Active"], true);
  expect(state.active.map(({ facility: { facilityId } }) => facilityId)).toEqual([2, 4]);
  expect(state).toMatchObject({ unplaced: 1, all: 4 });
});

test("without an answer nothing is known", () => {
  expect(summary([], null, START)).toMatchObject({ standing: "Unknown", doubt: "waiting" });
});

test("with a feed that is not known to live, no facility is shown as Clear", () => {
  for (const healthy of [false, null]) {
    const all = rows(told(healthy), [facility(1, "Clear"), facility(2, "Active")], START);
    expect(all.map(({ standing }) => standing)).toEqual(["Unknown", "Active"]);
  }
});
