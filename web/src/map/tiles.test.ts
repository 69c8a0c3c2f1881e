import { expect, test } from "vitest";
import {
  nextTileRequest,
  pointsForCoveringTiles,
  sharpestLevel,
  type Tile,
  type TileRequest,
  tileRectangle,
  viewportQuery,
} from "./tiles.ts";
import { containsBox, type MapView, visibleBox } from "./view.ts";

const view: MapView = { center: { x: 5000, y: 5000 }, feetPerPixel: 10, size: { width: 400, height: 300 } };
const tile = (id: number, feetPerPixel: number, minX = 0, minY = 0): Tile => ({
  id,
  feetPerPixel,
  imageUrl: `/media/aerial/${id}.jpg`,
  minX,
  minY,
  maxX: minX + 1000,
  maxY: minY + 1000,
});

test("the first request covers more than the view, in device pixels", () => {
  const request = nextTileRequest(view, 2, null) as TileRequest;
  expect(containsBox(request.box, visibleBox(view))).toBe(true);
  const { x, y, widthFt, heightFt, px } = viewportQuery(request);
  expect({ x, y }).toEqual({ x: request.box.minX, y: request.box.minY });
  expect(widthFt / px).toBeCloseTo(view.feetPerPixel / 2, 2);
  expect(heightFt).toBeGreaterThan(3000);
});

test("a small move sends no request, a large one or another zoom does", () => {
  const request = nextTileRequest(view, 1, null);
  expect(nextTileRequest({ ...view, center: { x: 5100, y: 5000 } }, 1, request)).toBeNull();
  expect(nextTileRequest({ ...view, center: { x: 9000, y: 5000 } }, 1, request)).not.toBeNull();
  expect(nextTileRequest({ ...view, feetPerPixel: 9 }, 1, request)).toBeNull();
  expect(nextTileRequest({ ...view, feetPerPixel: 5 }, 1, request)).not.toBeNull();
});

test("without /viewport the center is requested first", () => {
  const request = nextTileRequest(view, 1, null) as TileRequest;
  const points = pointsForCoveringTiles(request);
  expect(points[0]).toEqual({ x: 5000, y: 5000 });
  expect(points).toHaveLength(9);
});

test.each([
  ["the coarsest that is sharp", [0.75, 2.25, 6.75, 20.25], 6.75],
  ["the finest when none is", [20.25, 60.75], 20.25],
])("of covering tiles %s is used, each once", (_, levels, level) => {
  const request: TileRequest = { box: { minX: 0, minY: 0, maxX: 4000, maxY: 3000 }, px: 400, feetPerPixel: 10 };
  const found = levels.flatMap((feet, index) => [tile(index + 1, feet), tile(index + 1, feet)]);
  expect(sharpestLevel(found, request).map((one) => one.feetPerPixel)).toEqual([level]);
});

test("no tiles stay no tiles", () => {
  expect(sharpestLevel([], { box: { minX: 0, minY: 0, maxX: 1, maxY: 1 }, px: 1, feetPerPixel: 1 })).toEqual([]);
});

test.each([1, 1.5, 2, 3])("at density %d neighbors meet on whole device pixels", (density) => {
  const fractional = { ...view, feetPerPixel: 7.3, center: { x: 4999.7, y: 5003.1 } };
  const [west, east, north] = [
    tileRectangle(tile(1, 1, 4000, 4000), fractional, density),
    tileRectangle(tile(2, 1, 5000, 4000), fractional, density),
    tileRectangle(tile(3, 1, 4000, 5000), fractional, density),
  ];
  expect(west.left + west.width).toBeCloseTo(east.left, 9);
  expect(north.top + north.height).toBeCloseTo(west.top, 9);
  for (const edge of [west.left, west.top, west.width, west.height])
    expect(Math.abs(edge * density - Math.round(edge * density))).toBeLessThan(1e-6);
});
