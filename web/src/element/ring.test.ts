import { expect, test } from "vitest";
import { HALF_SIZE, ringGeometry } from "./ring.ts";

test.each<[string, number, number | null, number | null]>([
  ["no strike", 8, null, null],
  ["both inside", 8, 2.3, 1.1],
  ["one outside", 8, 14, 3],
  ["at the largest drawn distance", 8, 24, 24],
  ["far away", 8, 400, 390],
  ["overhead", 8, 0, 0],
  ["a tiny radius", 0.1, 0.2, 0.1],
  ["the largest radius", 500, 499, 12],
])("%s: all circles fit, at one scale", (_, radius, last, closest) => {
  const drawn = ringGeometry(radius, last, closest);
  const unit = drawn.radius / radius;
  expect(drawn.radius).toBeGreaterThan(10);
  for (const [miles, circle] of [
    [last, drawn.last],
    [closest, drawn.closest],
  ] as const) {
    if (miles === null || miles > 3 * radius) {
      expect(circle).toBeNull();
      continue;
    }
    expect(circle).toBeLessThan(HALF_SIZE);
    expect(Math.abs((circle ?? NaN) - Math.max(miles * unit, 1.5))).toBeLessThan(0.2);
  }
});

test("strikes outside the radius are drawn outside", () => {
  const { radius, last, closest } = ringGeometry(8, 8.2, 7.8);
  expect(last).toBeGreaterThan(radius);
  expect(closest).toBeLessThan(radius);
});
