import { expect, test } from "vitest";
import { boxAround, homeBox, isFarFrom, isInside, isInView, roundToTenths } from "./point-placement.ts";
import { type Box, FEET_PER_MILE, type MapView } from "./view.ts";

test.each([
  [
    { x: 432951.1547, y: 1539962.5499 },
    { x: 432951.2, y: 1539962.5 },
  ],
  [
    { x: -0.04, y: 0.05 },
    { x: 0, y: 0.1 },
  ],
  [
    { x: 7, y: -12.34 },
    { x: 7, y: -12.3 },
  ],
])("%j is rounded to %j", (at, rounded) => {
  expect(roundToTenths(at)).toEqual(rounded);
});

const whole: Box = { minX: 0, minY: 0, maxX: 1e6, maxY: 2e6 };
const photographed: Box = { minX: 100, minY: 100, maxX: 900, maxY: 900 };

test("the home box has a mile around all points", () => {
  const points = [
    { x: 10_000, y: 20_000 },
    { x: 30_000, y: 20_000 },
  ];
  const box = {
    minX: 10_000 - FEET_PER_MILE,
    minY: 20_000 - FEET_PER_MILE,
    maxX: 30_000 + FEET_PER_MILE,
    maxY: 20_000 + FEET_PER_MILE,
  };
  expect(homeBox(points, photographed, whole)).toEqual(box);
});

test("without points the home box is the photographed area, then the whole area", () => {
  expect(homeBox([], photographed, whole)).toBe(photographed);
  expect(homeBox([], null, whole)).toBe(whole);
  expect(homeBox([], null, null)).toBeNull();
});

test("the box around a point is centered on it", () => {
  const { minX, minY, maxX, maxY } = boxAround({ x: 5000, y: 7000 });
  expect([(minX + maxX) / 2, (minY + maxY) / 2]).toEqual([5000, 7000]);
  expect(maxX - minX).toBe(maxY - minY);
});

test.each([
  [{ x: 100, y: 900 }, true],
  [{ x: 99.9, y: 500 }, false],
  [{ x: 500, y: 901 }, false],
])("%j inside: %s", (at, inside) => {
  expect(isInside(at, photographed)).toBe(inside);
});

test.each([
  [{ x: 500, y: 500 }, false],
  [{ x: -650, y: 1650 }, false],
  [{ x: -750, y: 500 }, true],
  [{ x: 500, y: 1e6 }, true],
])("%j far away: %s", (at, far) => {
  expect(isFarFrom(photographed, at)).toBe(far);
});

// 400 by 200 pixels of ten feet: x from -2000 to 2000, y from -1000 to 1000, and 160 feet of edge.
const view: MapView = { center: { x: 0, y: 0 }, feetPerPixel: 10, size: { width: 400, height: 200 } };

test.each([
  [{ x: 0, y: 0 }, true],
  [{ x: 1839, y: -839 }, true],
  [{ x: 1841, y: 0 }, false],
  [{ x: 0, y: 990 }, false],
  [{ x: 9000, y: 0 }, false],
])("%j in view: %s", (at, inView) => {
  expect(isInView(view, at)).toBe(inView);
});
