import { expect, test } from "vitest";
import {
  isDoubleTap,
  keyStep,
  type MapStep,
  movesMap,
  stepBetween,
  wheelFactor,
  withoutPointer,
  withPointer,
} from "./gestures.ts";
import { interpolate } from "./glide.ts";
import { scaleBar } from "./scale-bar.ts";

const at = (left: number, top: number): { left: number; top: number } => ({ left, top });

test("one finger moves and does not zoom", () => {
  const before = withPointer(new Map(), 1, at(10, 10));
  expect(stepBetween(before, withPointer(before, 1, at(15, 3)))).toEqual({
    byLeft: 5,
    byTop: -7,
    factor: 1,
    at: at(15, 3),
  });
});

test("two fingers moving apart zoom around their center", () => {
  const before = withPointer(withPointer(new Map(), 1, at(0, 0)), 2, at(100, 0));
  expect(stepBetween(before, withPointer(before, 2, at(200, 0)))).toEqual({
    byLeft: 50,
    byTop: 0,
    factor: 2,
    at: at(100, 0),
  });
});

test("adding or lifting a finger moves nothing", () => {
  const one = withPointer(new Map(), 1, at(0, 0));
  expect(stepBetween(one, withPointer(one, 2, at(300, 300)))).toMatchObject({ byLeft: 0, byTop: 0, factor: 1 });
  expect(stepBetween(withPointer(one, 2, at(300, 300)), withoutPointer(one, 1))).toBeNull();
  expect(stepBetween(new Map(), new Map())).toBeNull();
});

test("two fingers at one pixel do not break the zoom", () => {
  const before = withPointer(withPointer(new Map(), 1, at(5, 5)), 2, at(5, 5));
  expect(stepBetween(before, before)?.factor).toBeGreaterThan(0);
});

test.each([
  ["mouse", 1, true],
  ["pen", 1, true],
  ["touch", 1, false],
  ["touch", 2, true],
])("a %s with %i pointers moves the map: %s", (type, count, moves) => {
  const pointers = new Map(Array.from({ length: count }, (_, id) => [id, at(id, 0)]));
  expect(movesMap(type, pointers)).toBe(moves);
});

test.each([
  [280, 10, true],
  [281, 10, false],
  [100, 41, false],
])("a second tap after %i ms and %i pixels away is a double tap: %s", (ms, pixels, expected) => {
  expect(isDoubleTap({ at: at(5, 5), time: 1_000 }, { at: at(5 + pixels, 5), time: 1_000 + ms })).toBe(expected);
  expect(isDoubleTap(null, { at: at(5, 5), time: 1_000 })).toBe(false);
});

test("the wheel zooms out, within limits", () => {
  expect(wheelFactor({ deltaY: 100, deltaMode: 0, ctrlKey: false })).toBeLessThan(1);
  expect(wheelFactor({ deltaY: -3, deltaMode: 1, ctrlKey: false })).toBeGreaterThan(1);
  expect(wheelFactor({ deltaY: 1e9, deltaMode: 0, ctrlKey: false })).toBeGreaterThan(0.5);
});

test.each([
  ["ArrowLeft", 80, 0],
  ["ArrowRight", -80, 0],
  ["ArrowUp", 0, 80],
  ["ArrowDown", 0, -80],
])("%s moves the map by %i, %i", (key, byLeft, byTop) => {
  expect(keyStep(key, { width: 100, height: 100 })).toMatchObject({ byLeft, byTop, factor: 1 });
});

test("small steps are a tenth of a step", () => {
  const size = { width: 10, height: 10 };
  expect((keyStep("ArrowLeft", size) as MapStep).byLeft).toBe(
    10 * (keyStep("ArrowLeft", size, true) as MapStep).byLeft,
  );
});

test("plus and minus undo each other, 0 fits, other keys are ignored", () => {
  const factor = (key: string): number => (keyStep(key, { width: 10, height: 10 }) as MapStep).factor;
  expect(factor("+") * factor("-")).toBeCloseTo(1, 12);
  expect(keyStep("0", { width: 10, height: 10 })).toBe("fit");
  expect(keyStep("Tab", { width: 10, height: 10 })).toBeNull();
});

test.each([
  [100, 110, "2 mi"],
  [48, 110, "1 mi"],
  [10, 110, "1000 ft"],
  [0.5, 110, "50 ft"],
  [5000, 110, "100 mi"],
])("at %d feet per pixel the scale bar says %s", (feetPerPixel, room, text) => {
  const bar = scaleBar(feetPerPixel, room);
  expect(bar.text).toBe(text);
  expect(bar.pixels).toBeLessThanOrEqual(room + 1e-6);
  expect(bar.pixels * feetPerPixel).toBeCloseTo(bar.feet, 6);
});

test("a glide keeps a point at the same pixel in place", () => {
  const size = { width: 100, height: 100 };
  const from = { center: { x: 0, y: 0 }, feetPerPixel: 10, size };
  const to = { center: { x: 400, y: 0 }, feetPerPixel: 2, size };
  expect(interpolate(from, to, 0)).toEqual(from);
  expect(interpolate(from, to, 1).feetPerPixel).toBeCloseTo(2, 9);
  // x = 500 is 50 pixels right of the center in both.
  const half = interpolate(from, to, 0.5);
  expect((500 - half.center.x) / half.feetPerPixel).toBeCloseTo(50, 6);
});
