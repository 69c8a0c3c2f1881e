import { expect, test } from "vitest";
import { ageOf, expiresIn, isNews, judge, PROMISE_MS, serverNow, type Told } from "./freshness.ts";
import { elapsed, type Moment } from "./moment.ts";
import type { Status } from "./standing.ts";

const START: Moment = { wall: 1_000_000, steady: 5_000 };
const AS_OF = "2026-11-15T20:03:11Z";

const later = (wall: number, steady = wall): Moment => ({ wall: START.wall + wall, steady: START.steady + steady });
const told = (healthy: boolean | null, more: Partial<Told> = {}): Told => ({
  asOf: AS_OF,
  feed: { healthy },
  askedAt: START,
  ...more,
});

test.each([
  [20_000, 20_000, 20_000],
  // The device slept: its steady clock stood still.
  [600_000, 1_000, 600_000],
  // Somebody set the wall clock back.
  [-3_600_000, 20_000, 20_000],
  [-3_600_000, -1, 0],
])("a wall clock %i on and a steady one %i on: %i have passed", (wall, steady, passed) => {
  expect(elapsed(START, later(wall, steady))).toBe(passed);
});

test.each<[Status, boolean | null, number, string, string | null]>([
  ["Clear", true, 0, "Clear", null],
  ["Clear", true, PROMISE_MS, "Clear", null],
  ["Clear", true, PROMISE_MS + 1, "Unknown", "expired"],
  ["Clear", false, 0, "Unknown", "feed"],
  ["Clear", null, 0, "Unknown", "feed"],
  ["Clear", null, PROMISE_MS + 1, "Unknown", "expired"],
  ["Clearing", true, 0, "Clearing", null],
  ["Clearing", false, 0, "Clearing", "caution"],
  ["Clearing", true, PROMISE_MS + 1, "Unknown", "expired"],
  ["Active", true, 0, "Active", null],
  ["Active", false, 0, "Active", "caution"],
  ["Active", null, 0, "Active", "caution"],
  ["Active", true, PROMISE_MS + 1, "Unknown", "expired"],
])("%s with feed %s after %i ms is shown as %s (%s)", (status, healthy, ms, standing, doubt) => {
  expect(judge(told(healthy), status, later(ms))).toEqual({ standing, doubt });
});

test("Clear is shown only when the feed lives and the answer is young, whatever else is true", () => {
  for (const healthy of [true, false, null, undefined]) {
    for (const ms of [0, PROMISE_MS, PROMISE_MS + 1, 10 * PROMISE_MS, NaN]) {
      for (const asOf of [AS_OF, "never", ""]) {
        const judged = judge(told(healthy as boolean | null, { asOf }), "Clear", later(ms));
        const proven = healthy === true && ms <= PROMISE_MS && asOf === AS_OF;
        expect(judged.standing, `${healthy} ${ms} ${asOf}`).toBe(proven ? "Clear" : "Unknown");
      }
    }
  }
});

test("without an answer, or for a facility without a place, nothing is known", () => {
  expect(judge(null, null, START)).toEqual({ standing: "Unknown", doubt: "waiting" });
  expect(judge(told(true), null, START)).toEqual({ standing: "Unknown", doubt: "waiting" });
});

test("a replay does not grow old", () => {
  expect(judge(told(false), "Clear", later(10 * PROMISE_MS), true)).toEqual({ standing: "Clear", doubt: null });
});

test.each([
  ["2026-11-15T20:03:12Z", true],
  ["2026-11-15T20:03:11Z", false],
  ["2026-11-15T20:02:00Z", false],
  ["never", false],
])("after 20:03:11 an answer as of %s is news: %s", (asOf, news) => {
  expect(isNews(told(true), told(true, { asOf }))).toBe(news);
});

test("the first answer is news", () => {
  expect(isNews(null, told(true))).toBe(true);
});

test("a cache that repeats itself lets the display expire", () => {
  const held = told(true);
  const repeated = told(true, { askedAt: later(120_000) });
  const kept = isNews(held, repeated) ? repeated : held;
  expect(judge(kept, "Clear", later(PROMISE_MS + 1)).standing).toBe("Unknown");
});

test("the server's time goes on by what has passed here, whatever the clock of the device says", () => {
  expect(serverNow(told(true), later(22_000))).toBe(Date.parse(AS_OF) + 22_000);
  expect(ageOf(told(true), later(22_000))).toBe(22_000);
  expect(expiresIn(told(true), later(22_000))).toBe(PROMISE_MS - 22_000);
  expect(expiresIn(told(true), later(2 * PROMISE_MS))).toBe(0);
});
