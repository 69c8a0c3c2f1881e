import { expect, test } from "vitest";
import { STRIKE_KINDS } from "../status/strike-kind.ts";
import city from "./city.fixture.json";
import { CityProjection } from "./city-projection.ts";
import { FADE_COUNT, FADE_STEPS, fadeStep } from "./strike-fade.ts";
import { countUpTo, mergeStrikes, type Strike, toColumns } from "./strikes.ts";

const projection = new CityProjection(city.projection);
const strike = (id: number, timestamp: string, more: Partial<Strike> = {}): Strike => ({
  id,
  timestamp,
  type: "Ground Stroke Lightning",
  kind: "ground",
  latitude: 34.7,
  longitude: -86.6,
  ...more,
});
const T = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString();

test("columns are oldest first, without strikes outside the projection", () => {
  const columns = toColumns(
    [
      strike(2, T(5)),
      strike(3, T(1), { type: "IC", kind: "cloud" }),
      strike(1, T(5), { type: "Flash", kind: "unknown" }),
      strike(4, T(2), { latitude: 80 }),
    ],
    projection,
  );
  expect(columns.rows.map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(Array.from(columns.kind, (index) => STRIKE_KINDS[index])).toEqual(["cloud", "unknown", "ground"]);
  expect(columns.count).toBe(3);
});

test("without a projection there are no columns", () => {
  expect(toColumns([strike(1, T(1))], null).count).toBe(0);
});

test("strikes are merged by id, and old ones are dropped", () => {
  const all = mergeStrikes([strike(1, T(0)), strike(2, T(5))], [strike(2, T(5)), strike(3, T(6))], Date.parse(T(1)));
  expect(all.map(({ id }) => id)).toEqual([2, 3]);
});

test.each([
  [-1, 0],
  [0, 1],
  [4, 1],
  [5, 3],
  [60, 4],
])("up to minute %i there are %i strikes", (minute, count) => {
  const columns = toColumns([strike(1, T(0)), strike(2, T(5)), strike(3, T(5)), strike(4, T(9))], projection);
  expect(countUpTo(columns, Date.parse(T(0)) + minute * 60_000)).toBe(count);
});

const MINUTE = 60_000;

test.each([
  [-1, -1],
  [NaN, -1],
  [0, 0],
  [29.9, FADE_COUNT / 2 - 1],
  [30, FADE_COUNT / 2 - 1],
  [30.1, FADE_COUNT / 2],
  [480, FADE_COUNT - 1],
  [480.1, -1],
])("a strike of %d minutes has step %i", (minutes, step) => {
  expect(fadeStep(minutes * MINUTE, 30 * MINUTE, 480 * MINUTE)).toBe(step);
});

test("a strike only fades with age", () => {
  let last = -1;
  for (let minutes = 0; minutes <= 480; minutes += 1) {
    const step = fadeStep(minutes * MINUTE, 30 * MINUTE, 480 * MINUTE);
    expect(step).toBeGreaterThanOrEqual(last);
    last = step;
  }
  FADE_STEPS.slice(1).forEach(({ opacity, radius }, index) => {
    expect(opacity).toBeLessThan(FADE_STEPS[index]?.opacity ?? 0);
    expect(radius).toBeLessThan(FADE_STEPS[index]?.radius ?? 0);
  });
});
