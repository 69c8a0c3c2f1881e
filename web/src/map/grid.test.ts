import { expect, test } from "vitest";
import { gridStep } from "./grid.ts";
import { FEET_PER_MILE } from "./view.ts";

test.each([
  [500, 8 * FEET_PER_MILE],
  [100, 2 * FEET_PER_MILE],
  [50, FEET_PER_MILE],
  [20, 2000],
  [4, 500],
  [1, 100],
  [0.5, 50],
])("at %d feet per pixel there is a line every %d feet", (feetPerPixel, step) => {
  expect(gridStep(feetPerPixel, 150)).toBe(step);
});

test("lines are between 60 and 150 pixels apart", () => {
  for (let feetPerPixel = 0.5; feetPerPixel < 3000; feetPerPixel *= 1.07) {
    const pixels = gridStep(feetPerPixel, 150) / feetPerPixel;
    expect(pixels).toBeGreaterThanOrEqual(60);
    expect(pixels).toBeLessThanOrEqual(150.001);
  }
});
