import { expect, test } from "vitest";
import { MAX_AGE_MS } from "../status/freshness.ts";
import { nextPollInMs, type PollState, wakePollInMs } from "./schedule.ts";

const calm: PollState = { isReplay: false, sinceRequestMs: 0, failures: 0, retryAfterMs: null, statusEndsInMs: null };

test.each<[string, Partial<PollState>, number, number | null]>([
  ["the first question", { sinceRequestMs: null }, 0.5, 0],
  ["about a minute", {}, 0.5, 60_000],
  ["a little less than a minute", {}, 0, 54_000],
  ["a little more than a minute", {}, 1, 66_000],
  ["what is left of the minute", { sinceRequestMs: 20_000 }, 0.5, 40_000],
  ["a minute that is over", { sinceRequestMs: 90_000 }, 0.5, 0],
  ["a replay", { isReplay: true }, 0.5, null],
  ["a replay that never asked", { isReplay: true, sinceRequestMs: null }, 0.5, null],
  ["a replay that failed", { isReplay: true, failures: 3 }, 0.5, null],
  ["the first failure", { failures: 1 }, 0.5, 5_000],
  ["the second failure", { failures: 2 }, 0.5, 10_000],
  ["the fifth failure", { failures: 5 }, 0.5, 80_000],
  ["many failures", { failures: 9_999 }, 0.5, 120_000],
  ["many failures, unlucky", { failures: 9_999 }, 1, 180_000],
  ["a server that begs for time", { failures: 1, retryAfterMs: 30_000 }, 0.5, 30_000],
  ["a server that begs for little", { failures: 4, retryAfterMs: 1_000 }, 0.5, 40_000],
  ["a countdown that ends first", { statusEndsInMs: 20_000 }, 0.5, 22_000],
  ["a countdown that ends later", { statusEndsInMs: 200_000 }, 0.5, 60_000],
  ["a countdown that has ended", { statusEndsInMs: -3_000 }, 0.5, 5_000],
  ["a countdown that has ended, asked long ago", { statusEndsInMs: -3_000, sinceRequestMs: 30_000 }, 0.5, 0],
  ["a countdown while the server is away", { statusEndsInMs: 1_000, failures: 3 }, 0.5, 20_000],
])("%s", (_, known, chance, wait) => {
  expect(nextPollInMs({ ...calm, ...known }, chance)).toBe(wait);
});

test.each<[string, Partial<PollState>, number | null]>([
  ["never asked", { sinceRequestMs: null }, 0],
  ["asked a while ago", { sinceRequestMs: 20_000 }, 0],
  ["asked just now", { sinceRequestMs: 2_000 }, 3_000],
  ["failing for long", { sinceRequestMs: 20_000, failures: 20 }, 0],
  ["begged for time", { sinceRequestMs: 20_000, failures: 1, retryAfterMs: 30_000 }, 10_000],
  ["replaying", { sinceRequestMs: 20_000, isReplay: true }, null],
])("woken, %s", (_, known, wait) => {
  expect(wakePollInMs({ ...calm, ...known })).toBe(wait);
});

test("a display outlives one lost answer and its first retries", () => {
  const patience = 20_000;
  let at = nextPollInMs(calm, 1) ?? Infinity;
  for (const failures of [1, 2]) at += patience + (nextPollInMs({ ...calm, failures }, 1) ?? Infinity);
  expect(at).toBeLessThan(MAX_AGE_MS);
});

test("screens that fail together do not come back together", () => {
  const waits = [0, 0.25, 0.5, 0.75, 1].map((chance) => nextPollInMs({ ...calm, failures: 4 }, chance));
  expect(new Set(waits).size).toBe(5);
});
