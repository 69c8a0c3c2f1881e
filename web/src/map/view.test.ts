import { expect, test } from "vitest";
import {
  boundingBox,
  containsBox,
  fitBox,
  growBox,
  limitView,
  type MapView,
  panView,
  resizeView,
  toFeet,
  toPixel,
  type ViewLimits,
  visibleBox,
  zoomView,
} from "./view.ts";

const view: MapView = { center: { x: 1000, y: 2000 }, feetPerPixel: 10, size: { width: 400, height: 200 } };
const limits: ViewLimits = {
  minFeetPerPixel: 0.5,
  maxFeetPerPixel: 1000,
  box: { minX: 0, minY: 0, maxX: 10_000, maxY: 10_000 },
};

test("the center is in the middle, north is up", () => {
  expect(toPixel(view, view.center)).toEqual({ left: 200, top: 100 });
  expect(toPixel(view, { x: 1100, y: 2100 })).toEqual({ left: 210, top: 90 });
});

test.each([
  [0, 0],
  [400, 200],
  [17.5, 133.25],
])("pixel %d, %d and back", (left, top) => {
  const back = toPixel(view, toFeet(view, { left, top }));
  expect(back.left).toBeCloseTo(left, 9);
  expect(back.top).toBeCloseTo(top, 9);
});

test("the visible box has the size of the screen", () => {
  expect(visibleBox(view)).toEqual({ minX: -1000, minY: 1000, maxX: 3000, maxY: 3000 });
});

test("a drag keeps the position under the pointer", () => {
  const under = toFeet(view, { left: 50, top: 60 });
  const after = toPixel(panView(view, 30, -20), under);
  expect(after.left).toBeCloseTo(80, 9);
  expect(after.top).toBeCloseTo(40, 9);
});

test.each([0.1, 0.5, 1, 2, 7])("zooming by %d keeps the position under the pointer", (factor) => {
  const at = { left: 350, top: 20 };
  const after = zoomView(view, factor, at, limits);
  const [before, now] = [toFeet(view, at), toFeet(after, at)];
  expect(now.x).toBeCloseTo(before.x, 6);
  expect(now.y).toBeCloseTo(before.y, 6);
  expect(after.feetPerPixel).toBeCloseTo(10 / factor, 9);
});

test("zoom stops at its limits and keeps the position under the pointer", () => {
  const at = { left: 10, top: 10 };
  const near = zoomView(view, 1e9, at, limits);
  expect(near.feetPerPixel).toBe(limits.minFeetPerPixel);
  expect(toFeet(near, at).x).toBeCloseTo(toFeet(view, at).x, 6);
  expect(zoomView(view, 1e-9, at, limits).feetPerPixel).toBe(limits.maxFeetPerPixel);
});

test("a fitted view shows the whole box with its margin", () => {
  const box = { minX: 100, minY: 100, maxX: 9000, maxY: 700 };
  const shown = visibleBox(fitBox(box, view.size, limits, 20));
  expect(containsBox(shown, box)).toBe(true);
  const tall = { minX: 100, minY: 100, maxX: 700, maxY: 9000 };
  expect(toPixel(fitBox(tall, view.size, limits, 20, 50), { x: 100, y: 9000 }).top).toBeCloseTo(70, 6);
  expect(fitBox({ minX: 5, minY: 5, maxX: 5, maxY: 5 }, view.size, limits).feetPerPixel).toBe(limits.minFeetPerPixel);
});

test("the center stays within the limits", () => {
  expect(limitView({ ...view, center: { x: -1e9, y: 1e9 }, feetPerPixel: 1e9 }, limits)).toMatchObject({
    center: { x: 0, y: 10_000 },
    feetPerPixel: 1000,
  });
});

test("another size keeps the center", () => {
  expect(toFeet(resizeView(view, { width: 100, height: 80 }), { left: 50, top: 40 })).toEqual(view.center);
});

test("the box around points", () => {
  expect(boundingBox([])).toBeNull();
  expect(
    boundingBox([
      { x: 1, y: 5 },
      { x: -2, y: 7 },
    ]),
  ).toEqual({ minX: -2, minY: 5, maxX: 1, maxY: 7 });
  expect(growBox({ minX: 0, minY: 0, maxX: 1, maxY: 1 }, 2)).toEqual({ minX: -2, minY: -2, maxX: 3, maxY: 3 });
});
