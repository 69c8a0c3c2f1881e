import { expect, test } from "vitest";
import { between, keyStep, lift, put, type Step, wheelFactor } from "./gesture.ts";
import { mixed } from "./motion.ts";
import { scaleBar } from "./scale-bar.ts";

const at = (left: number, top: number): { left: number; top: number } => ({ left, top });

test("one finger moves and does not zoom", () => {
  const before = put(new Map(), 1, at(10, 10));
  expect(between(before, put(before, 1, at(15, 3)))).toEqual({ byLeft: 5, byTop: -7, factor: 1, at: at(15, 3) });
});

test("two fingers that part zoom about their middle", () => {
  const before = put(put(new Map(), 1, at(0, 0)), 2, at(100, 0));
  expect(between(before, put(before, 2, at(200, 0)))).toEqual({ byLeft: 50, byTop: 0, factor: 2, at: at(100, 0) });
});

test("a finger that comes or goes moves nothing", () => {
  const one = put(new Map(), 1, at(0, 0));
  expect(between(one, put(one, 2, at(300, 300)))).toMatchObject({ byLeft: 0, byTop: 0, factor: 1 });
  expect(between(put(one, 2, at(300, 300)), lift(one, 1))).toBeNull();
  expect(between(new Map(), new Map())).toBeNull();
});

test("fingers on one spot do not break the zoom", () => {
  const before = put(put(new Map(), 1, at(5, 5)), 2, at(5, 5));
  expect(between(before, before)?.factor).toBeGreaterThan(0);
});

test("a wheel turned down goes away, a wild one not too far", () => {
  expect(wheelFactor({ deltaY: 100, deltaMode: 0, ctrlKey: false })).toBeLessThan(1);
  expect(wheelFactor({ deltaY: -3, deltaMode: 1, ctrlKey: false })).toBeGreaterThan(1);
  expect(wheelFactor({ deltaY: 1e9, deltaMode: 0, ctrlKey: false })).toBeGreaterThan(0.5);
});

test.each([
  ["ArrowLeft", 80, 0],
  ["ArrowRight", -80, 0],
  ["ArrowUp", 0, 80],
  ["ArrowDown", 0, -80],
])("%s moves the ground by %i, %i", (key, byLeft, byTop) => {
  expect(keyStep(key, { width: 100, height: 100 })).toMatchObject({ byLeft, byTop, factor: 1 });
});

test("small steps are a tenth of a stride", () => {
  const size = { width: 10, height: 10 };
  expect((keyStep("ArrowLeft", size) as Step).byLeft).toBe(10 * (keyStep("ArrowLeft", size, true) as Step).byLeft);
});

test("plus and minus undo each other, 0 shows everything, other keys are not the map's", () => {
  const factor = (key: string): number => (keyStep(key, { width: 10, height: 10 }) as Step).factor;
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
])("at %d feet per pixel the bar reads %s", (feetPerPixel, room, text) => {
  const bar = scaleBar(feetPerPixel, room);
  expect(bar.text).toBe(text);
  expect(bar.pixels).toBeLessThanOrEqual(room + 1e-6);
  expect(bar.pixels * feetPerPixel).toBeCloseTo(bar.feet, 6);
});

test("a glide begins and ends where it should, and holds what both views hold", () => {
  const size = { width: 100, height: 100 };
  const from = { centre: { x: 0, y: 0 }, feetPerPixel: 10, size };
  const to = { centre: { x: 400, y: 0 }, feetPerPixel: 2, size };
  expect(mixed(from, to, 0)).toEqual(from);
  expect(mixed(from, to, 1).feetPerPixel).toBeCloseTo(2, 9);
  // The foot 500 lies 50 pixels right of the centre in both.
  const half = mixed(from, to, 0.5);
  expect((500 - half.centre.x) / half.feetPerPixel).toBeCloseTo(50, 6);
});
