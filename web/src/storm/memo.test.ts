import { expect, test } from "vitest";
import type { FacilityThreat } from "../data/lightning.ts";
import { isExpired, MAX_AGE_MS, type Snapshot } from "../status/freshness.ts";
import { ChangeDetector } from "./change-detector.ts";
import { Memo } from "./memo.ts";
import { assessFacilities, type FacilityRow } from "./summary.ts";

test("a value is computed again only when a dependency changes", () => {
  const memo = new Memo<number>();
  const [list, other] = [[1], [1]];
  let count = 0;
  const computed = (...dependencies: unknown[]) => memo.get(dependencies, () => ++count);
  expect([computed(list, "a"), computed(list, "a"), computed(other, "a"), computed(other, "b")]).toEqual([1, 1, 2, 3]);
  expect([computed(other), computed(other, undefined), computed(NaN), computed(NaN)]).toEqual([4, 5, 6, 6]);
});

const START = { wall: 1_000, monotonic: 1_000 };
const snapshot: Snapshot = { asOf: "2026-05-01T12:00:00Z", feed: { healthy: true }, requestedAt: START };
const facilities: FacilityThreat[] = [
  { facilityId: 1, name: "Pool", latLongPoint: null, proximity: { status: "Clear" } as FacilityThreat["proximity"] },
];

test("rows are the same objects in every tick, until the report expires", () => {
  const memo = new Memo<FacilityRow[]>();
  const rows = (ms: number): FacilityRow[] => {
    const now = { wall: START.wall + ms, monotonic: START.monotonic + ms };
    return memo.get([snapshot, isExpired(snapshot, now)], () => assessFacilities(snapshot, facilities, now));
  };
  const first = rows(0);
  for (let ms = 0; ms <= MAX_AGE_MS; ms += 1_000) expect(rows(ms)).toBe(first);
  expect(first.map(({ status }) => status)).toEqual(["Clear"]);
  expect(rows(MAX_AGE_MS + 1).map(({ status }) => status)).toEqual(["Unknown"]);
});

test("the same rows have no changes", () => {
  const [detector, clear] = [new ChangeDetector(), assessFacilities(snapshot, facilities, START)];
  const unknown = assessFacilities(null, facilities, START);
  expect([clear, clear, unknown, unknown, clear].map((rows) => detector.detect(rows).length)).toEqual([0, 0, 1, 0, 1]);
});
