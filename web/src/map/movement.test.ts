import { expect, test } from "vitest";
import { closestStrikes } from "./closest-strikes.ts";
import { milesText } from "./edge-arrow-buttons.ts";
import { arrowArea, COMPASS, edgeArrows } from "./edge-arrows.ts";
import { homeBox, nextHome, panBox } from "./home-box.ts";
import { type RecentStrikes, recentStrikes } from "./recent-strikes.ts";
import { stormTrail } from "./storm-trail.ts";
import { NO_STRIKES, type StrikeColumns } from "./strikes.ts";
import { containsBox, FEET_PER_MILE, type Feet, type MapView } from "./view.ts";

const MINUTE = 60_000;
const NOW = Date.parse("2026-05-01T12:00:00Z");

/** Miles east and north of the origin, minutes ago; oldest first. */
type At = [number, number, number];

function columns(...all: At[]): StrikeColumns {
  return {
    ...NO_STRIKES,
    count: all.length,
    x: Float64Array.from(all, ([east]) => east * FEET_PER_MILE),
    y: Float64Array.from(all, ([, north]) => north * FEET_PER_MILE),
    at: Float64Array.from(all, ([, , minutes]) => NOW - minutes * MINUTE),
  };
}

const recent = (origins: Feet[], ...all: At[]): RecentStrikes =>
  recentStrikes(columns(...all), NOW, 30 * MINUTE, origins);
const mile = (east: number, north: number): Feet => ({ x: east * FEET_PER_MILE, y: north * FEET_PER_MILE });

test("recent strikes know the nearest facility; older and later ones do not count", () => {
  const found = recent([mile(0, 0), mile(10, 0)], [0, 0, 31], [9, 0, 30], [1, 0, 2], [0, 0, -1]);
  expect(Array.from(found.feet, (feet) => feet / FEET_PER_MILE)).toEqual([1, 1]);
  expect([...found.nearest]).toEqual([1, 0]);
  expect([...recent([], [1, 1, 1]).feet]).toEqual([Infinity]);
});

test.each<[string, At[], [number, string][]]>([
  ["no strike", [], []],
  ["one strike", [[3, 0, 2]], [[5, "3.0"]]],
  [
    "a storm that moves away",
    [
      [1, 0, 25],
      [4, 0, 12],
      [12, 0, 3],
    ],
    [
      [5, "12"],
      [15, "4.0"],
      [30, "1.0"],
    ],
  ],
  [
    "a storm that comes nearer",
    [
      [12, 0, 25],
      [4, 0, 12],
      [1, 0, 3],
    ],
    [[5, "1.0"]],
  ],
])("the closest strikes of %s", (_, strikes, expected) => {
  const found = closestStrikes(recent([mile(0, 0)], ...strikes), NOW);
  expect(found.map(({ minutes, feet }) => [minutes, milesText(feet)])).toEqual(expected);
});

test("without facilities no strike is the closest", () => {
  expect(closestStrikes(recent([], [1, 1, 1]), NOW)).toEqual([]);
});

const view: MapView = { center: mile(0, 0), feetPerPixel: FEET_PER_MILE / 10, size: { width: 200, height: 200 } };

test("strikes outside the map are counted by direction, with the distance of the closest", () => {
  const arrows = edgeArrows(view, recent([mile(0, 0)], [9, 9, 20], [0, 30, 9], [1, 14, 8], [-20, 0, 7], [-15, -14, 6]));
  expect(arrows.map(({ direction, count, feet }) => [direction, count, milesText(feet)])).toEqual([
    ["N", 2, "14"],
    ["SW", 1, "21"],
    ["W", 1, "20"],
  ]);
});

test.each([
  [320, 300],
  [800, 600],
])("the buttons of all directions have room on a map of %i by %i", (width, height) => {
  const areas = COMPASS.map((direction) => arrowArea(direction, { width, height }));
  areas.forEach((one, index) => {
    expect(one.left >= 0 && one.top >= 0 && one.right <= width && one.bottom <= height).toBe(true);
    for (const other of areas.slice(index + 1)) {
      const isApart =
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      expect(isApart, `${COMPASS[index]} and another`).toBe(true);
    }
  });
});

test("a storm 11 miles from a pool is on the map without a move", () => {
  const facilities = [mile(0, 0), mile(5, 5)];
  const storm = recent(facilities, [-11, 0, 9], [-24, 3, 1]);
  const home = homeBox(facilities, storm, FEET_PER_MILE);
  expect(home).toMatchObject({ minX: -24 * FEET_PER_MILE, maxX: 6 * FEET_PER_MILE });
  // Farther strikes have arrows instead.
  expect(homeBox(facilities, recent(facilities, [-40, 0, 1]), 0)).toMatchObject({ minX: 0 });
  expect(homeBox([], storm, 0)).toBeNull();
});

test("the map follows a storm that grows, and one that became much smaller", () => {
  const box = (size: number): ReturnType<typeof panBox> => ({ minX: 0, minY: 0, maxX: size, maxY: size });
  expect(nextHome(null, box(10))).toEqual(box(10));
  expect(nextHome(box(10), box(11))).toEqual(box(11));
  expect(nextHome(box(10), box(8))).toEqual(box(10));
  expect(nextHome(box(10), box(6))).toEqual(box(6));
  expect(nextHome(box(10), null)).toEqual(box(10));
});

test("the map cannot be moved away from the city", () => {
  const projection = { minX: -1e7, minY: -1e5, maxX: 1e7, maxY: 1e7 };
  const limits = panBox([mile(0, 0), mile(5, 5)], projection);
  expect(containsBox(projection, limits)).toBe(true);
  expect(limits).toMatchObject({ minX: -60 * FEET_PER_MILE, minY: -1e5, maxY: 65 * FEET_PER_MILE });
  expect(panBox([], projection)).toEqual(projection);
});

test("the trail is the center of the strikes of each ten minutes, oldest first", () => {
  const box = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 };
  const at = (east: number, minutes: number): At[] => [
    [east - 1, 0, minutes],
    [east, 3, minutes],
    [east + 1, 0, minutes],
  ];
  const trail = stormTrail(columns(...at(40, 65), ...at(20, 35), [9, 9, 22], ...at(10, 5)), NOW, box);
  expect(trail.map(({ x, y, age }) => [x / FEET_PER_MILE, y / FEET_PER_MILE, age])).toEqual([
    [20, 1, 3],
    [10, 1, 0],
  ]);
  expect(stormTrail(columns(...at(20, 5)), NOW, { ...box, maxX: 0 })).toEqual([]);
});
