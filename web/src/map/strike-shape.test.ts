import { expect, test } from "vitest";
import { STRIKE_KINDS } from "../status/strike-kind.ts";
import { FADE_STEPS } from "./strike-fade.ts";
import { strikeShape } from "./strike-shape.ts";

/** The corners of a path of straight lines. */
function corners(path: string): [number, number][] {
  return path
    .slice(1, -1)
    .split("L")
    .map((corner) => corner.split(" ").map(Number) as [number, number]);
}

function area(points: readonly [number, number][]): number {
  const crossed = points.map(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] as [number, number];
    return x * nextY - nextX * y;
  });
  return Math.abs(crossed.reduce((sum, part) => sum + part, 0)) / 2;
}

test("each kind has its own shape", () => {
  const paths = STRIKE_KINDS.map((kind) => strikeShape(kind, 5).path);
  expect(new Set(paths).size).toBe(STRIKE_KINDS.length);
  expect(STRIKE_KINDS.map((kind) => strikeShape(kind, 5).isFilled)).toEqual([true, false, true]);
});

test("an unknown strike covers more than a ground strike at every age", () => {
  for (const { radius } of FADE_STEPS) {
    const [ground, unknown] = [strikeShape("ground", radius), strikeShape("unknown", radius)];
    expect(area(corners(unknown.path))).toBeGreaterThan(area(corners(ground.path)));
  }
});
