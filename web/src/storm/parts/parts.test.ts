import { expect, test } from "vitest";
import city from "../../map/city.fixture.json";
import { CityProjection } from "../../map/city-projection.ts";
import type { Box } from "../../map/view.ts";
import type { FacilityRow } from "../summary.ts";
import { coverage, facility } from "./city.fixture.ts";
import type { Coverage } from "./facility-reader.ts";
import { isSearching, listedRows, moreRows } from "./list-rows.ts";
import { compareThreat } from "./threat-order.ts";
import { viewBounds } from "./view-bounds.ts";

const projection = new CityProjection(city.projection);
const pool = projection.toFeet({ lat: 34.7304, lng: -86.5861 });

function around(halfFeet: number, byFeet = 0): Box {
  const [x, y] = [(pool?.x ?? 0) + byFeet, pool?.y ?? 0];
  return { minX: x - halfFeet, minY: y - halfFeet, maxX: x + halfFeet, maxY: y + halfFeet };
}

test.each([500, 5_000, 50_000, 200_000])("the requested box contains a view of %d feet, and not much more", (half) => {
  const box = around(half);
  const [west = 0, south = 0, east = 0, north = 0] = viewBounds(projection, box).split(",").map(Number);
  for (const [x, y] of [
    [box.minX, box.minY],
    [box.minX, box.maxY],
    [box.maxX, box.minY],
    [box.maxX, box.maxY],
  ] as const) {
    const { lat, lng } = projection.toDegrees({ x, y });
    expect(lng).toBeGreaterThanOrEqual(west);
    expect(lng).toBeLessThanOrEqual(east);
    expect(lat).toBeGreaterThanOrEqual(south);
    expect(lat).toBeLessThanOrEqual(north);
  }
  const [corner, opposite] = [
    projection.toDegrees({ x: box.minX, y: box.minY }),
    projection.toDegrees({ x: box.maxX, y: box.maxY }),
  ];
  expect(east - west).toBeLessThan(2.2 * (opposite.lng - corner.lng));
  expect(north - south).toBeLessThan(2.2 * (opposite.lat - corner.lat));
});

test("small moves request few boxes", () => {
  const boxes = Array.from({ length: 100 }, (_, step) => viewBounds(projection, around(20_000, step * 50)));
  expect(new Set(boxes).size).toBeLessThanOrEqual(3);
});

test("the box is rounded to text without an exponent", () => {
  for (const half of [1, 100, 1e7]) expect(viewBounds(projection, around(half))).toMatch(/^(-?\d+(\.\d+)?(,|$)){4}$/);
});

test("the order is that of the service", () => {
  const ranked = [
    facility(9, "Active", { nearestInWindowMiles: 0.5, countInWindow: 1 }),
    facility(8, "Active", { nearestInWindowMiles: 2, countInWindow: 5 }),
    facility(7, "Active", { nearestInWindowMiles: 2, countInWindow: 3 }),
    facility(6, "Active", { countInWindow: 1 }),
    facility(5, "Clearing", { clearAt: "2026-05-01T12:20:00Z" }),
    facility(4, "Clearing", { clearAt: "2026-05-01T12:10:00Z" }),
    facility(3, "Clear", { closest: { distanceMiles: 9, timestamp: "", type: "CG", kind: "ground" } }),
    facility(10, "Clear", { closest: { distanceMiles: 12, timestamp: "", type: "CG", kind: "ground" } }),
    facility(1, "Clear"),
    facility(2, "Clear"),
    { ...facility(12, null), name: "A" },
    { ...facility(11, null), name: "B" },
  ];
  expect(ranked.toReversed().sort(compareThreat)).toEqual(ranked);
  expect(ranked.toSorted((one, other) => one.facilityId - other.facilityId).sort(compareThreat)).toEqual(ranked);
});

const searched = (search: string): Coverage => coverage({ wanted: { search, ids: [], rows: 60, bounds: null } });

const row = (id: number): FacilityRow => ({ facility: facility(id, "Clear"), status: "Clear", warning: null });

test("the list has only its own rows; a whole list has all", () => {
  const rows = [row(1), row(2), row(3)];
  expect(listedRows(rows, null)).toBe(rows);
  expect(listedRows(rows, coverage({ listed: new Set([3, 1]) }))).toEqual([row(1), row(3)]);
});

test.each<[Coverage | null, string, boolean]>([
  [null, "pool", false],
  [searched(""), "", false],
  [searched(""), "pool", true],
  [searched("pool"), "pool", false],
  [searched("pool"), "", true],
])("another search waits for the service", (given, search, expected) => {
  expect(isSearching(given, search)).toBe(expected);
});

test.each([
  [60, 260],
  [1_900, 2_000],
  [2_000, 2_000],
])("after %d rows %d are loaded", (rows, expected) => {
  expect(moreRows(rows)).toBe(expected);
});
