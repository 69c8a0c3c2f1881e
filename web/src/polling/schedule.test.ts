import { expect, test } from "vitest";
import { MAX_AGE_MS } from "../status/freshness.ts";
import { changePollInMs, nextPollInMs, type PollState, streamRetryInMs, wakePollInMs } from "./schedule.ts";

const idle: PollState = { isReplay: false, sinceRequestMs: 0, failures: 0, retryAfterMs: null, statusEndsInMs: null };

test.each<[string, Partial<PollState>, number, number | null]>([
  ["the first request", { sinceRequestMs: null }, 0.5, 0],
  ["about a minute", {}, 0.5, 60_000],
  ["a little less than a minute", {}, 0, 54_000],
  ["a little more than a minute", {}, 1, 66_000],
  ["the rest of the minute", { sinceRequestMs: 20_000 }, 0.5, 40_000],
  ["a minute that is over", { sinceRequestMs: 90_000 }, 0.5, 0],
  ["a replay", { isReplay: true }, 0.5, null],
  ["a replay before the first request", { isReplay: true, sinceRequestMs: null }, 0.5, null],
  ["a replay that failed", { isReplay: true, failures: 3 }, 0.5, null],
  ["the first failure", { failures: 1 }, 0.5, 5_000],
  ["the second failure", { failures: 2 }, 0.5, 10_000],
  ["the fifth failure", { failures: 5 }, 0.5, 80_000],
  ["many failures", { failures: 9_999 }, 0.5, 120_000],
  ["many failures with maximum jitter", { failures: 9_999 }, 1, 180_000],
  ["a long Retry-After", { failures: 1, retryAfterMs: 30_000 }, 0.5, 30_000],
  ["a short Retry-After", { failures: 4, retryAfterMs: 1_000 }, 0.5, 40_000],
  ["a countdown that ends first", { statusEndsInMs: 20_000 }, 0.5, 22_000],
  ["a countdown that ends later", { statusEndsInMs: 200_000 }, 0.5, 60_000],
  ["a countdown that has ended", { statusEndsInMs: -3_000 }, 0.5, 5_000],
  ["a countdown that has ended, requested long ago", { statusEndsInMs: -3_000, sinceRequestMs: 30_000 }, 0.5, 0],
  ["a countdown while the server is unreachable", { statusEndsInMs: 1_000, failures: 3 }, 0.5, 20_000],
])("%s", (_, state, random, waitMs) => {
  expect(nextPollInMs({ ...idle, ...state }, random)).toBe(waitMs);
});

test.each<[string, Partial<PollState>, number | null]>([
  ["before the first request", { sinceRequestMs: null }, 0],
  ["requested a while ago", { sinceRequestMs: 20_000 }, 0],
  ["requested just now", { sinceRequestMs: 2_000 }, 3_000],
  ["failing for long", { sinceRequestMs: 20_000, failures: 20 }, 0],
  ["with Retry-After", { sinceRequestMs: 20_000, failures: 1, retryAfterMs: 30_000 }, 10_000],
  ["in a replay", { sinceRequestMs: 20_000, isReplay: true }, null],
])("after waking up, %s", (_, state, waitMs) => {
  expect(wakePollInMs({ ...idle, ...state })).toBe(waitMs);
});

test.each<[string, Partial<PollState>, number | null]>([
  ["before the first request", { sinceRequestMs: null }, 0],
  ["requested a second ago", { sinceRequestMs: 1_000 }, 0],
  ["requested just now", { sinceRequestMs: 200 }, 700],
  ["in a replay", { sinceRequestMs: 20_000, isReplay: true }, null],
  ["while the server is unreachable", { sinceRequestMs: 2_000, failures: 1 }, 3_000],
])("after a change, %s", (_, state, waitMs) => {
  expect(changePollInMs({ ...idle, ...state })).toBe(waitMs);
});

test("a lost stream is opened again, later and later", () => {
  expect([1, 2, 3, 99].map((failures) => streamRetryInMs(failures, 0.5))).toEqual([2_000, 4_000, 8_000, 120_000]);
});

test("a display survives one failed request with two retries", () => {
  const timeout = 20_000;
  let at = nextPollInMs(idle, 1) ?? Infinity;
  for (const failures of [1, 2]) at += timeout + (nextPollInMs({ ...idle, failures }, 1) ?? Infinity);
  expect(at).toBeLessThan(MAX_AGE_MS);
});

test("screens that fail together do not retry together", () => {
  const waits = [0, 0.25, 0.5, 0.75, 1].map((random) => nextPollInMs({ ...idle, failures: 4 }, random));
  expect(new Set(waits).size).toBe(5);
});
