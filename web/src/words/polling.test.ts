import { expect, test } from "vitest";
import { PROMISE_MS } from "./freshness.ts";
import { type Known, nextLook, wokenLook } from "./polling.ts";

const calm: Known = { replaying: false, sinceAskedMs: 0, failures: 0, retryAfterMs: null, changeInMs: null };

test.each<[string, Partial<Known>, number, number | null]>([
  ["the first question", { sinceAskedMs: null }, 0.5, 0],
  ["about a minute", {}, 0.5, 60_000],
  ["a little less than a minute", {}, 0, 54_000],
  ["a little more than a minute", {}, 1, 66_000],
  ["what is left of the minute", { sinceAskedMs: 20_000 }, 0.5, 40_000],
  ["a minute that is over", { sinceAskedMs: 90_000 }, 0.5, 0],
  ["a replay", { replaying: true }, 0.5, null],
  ["a replay that never asked", { replaying: true, sinceAskedMs: null }, 0.5, null],
  ["a replay that failed", { replaying: true, failures: 3 }, 0.5, null],
  ["the first failure", { failures: 1 }, 0.5, 5_000],
  ["the second failure", { failures: 2 }, 0.5, 10_000],
  ["the fifth failure", { failures: 5 }, 0.5, 80_000],
  ["many failures", { failures: 9_999 }, 0.5, 120_000],
  ["many failures, unlucky", { failures: 9_999 }, 1, 180_000],
  ["a server that begs for time", { failures: 1, retryAfterMs: 30_000 }, 0.5, 30_000],
  ["a server that begs for little", { failures: 4, retryAfterMs: 1_000 }, 0.5, 40_000],
  ["a countdown that ends first", { changeInMs: 20_000 }, 0.5, 22_000],
  ["a countdown that ends later", { changeInMs: 200_000 }, 0.5, 60_000],
  ["a countdown that has ended", { changeInMs: -3_000 }, 0.5, 5_000],
  ["a countdown that has ended, asked long ago", { changeInMs: -3_000, sinceAskedMs: 30_000 }, 0.5, 0],
  ["a countdown while the server is away", { changeInMs: 1_000, failures: 3 }, 0.5, 20_000],
])("%s", (_, known, chance, wait) => {
  expect(nextLook({ ...calm, ...known }, chance)).toBe(wait);
});

test.each<[string, Partial<Known>, number | null]>([
  ["never asked", { sinceAskedMs: null }, 0],
  ["asked a while ago", { sinceAskedMs: 20_000 }, 0],
  ["asked just now", { sinceAskedMs: 2_000 }, 3_000],
  ["failing for long", { sinceAskedMs: 20_000, failures: 20 }, 0],
  ["begged for time", { sinceAskedMs: 20_000, failures: 1, retryAfterMs: 30_000 }, 10_000],
  ["replaying", { sinceAskedMs: 20_000, replaying: true }, null],
])("woken, %s", (_, known, wait) => {
  expect(wokenLook({ ...calm, ...known })).toBe(wait);
});

test("a display outlives one lost answer and its first retries", () => {
  const patience = 20_000;
  let at = nextLook(calm, 1) ?? Infinity;
  for (const failures of [1, 2]) at += patience + (nextLook({ ...calm, failures }, 1) ?? Infinity);
  expect(at).toBeLessThan(PROMISE_MS);
});

test("screens that fail together do not come back together", () => {
  const waits = [0, 0.25, 0.5, 0.75, 1].map((chance) => nextLook({ ...calm, failures: 4 }, chance));
  expect(new Set(waits).size).toBe(5);
});
