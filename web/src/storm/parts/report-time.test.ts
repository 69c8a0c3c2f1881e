import { expect, test } from "vitest";
import type { Snapshot } from "../../status/freshness.ts";
import { commonTime, nextSnapshot, retriesOlder } from "./report-time.ts";

const time = (second: number, healthy = true) => ({
  asOf: `2026-05-01T12:00:0${second}Z`,
  feed: { healthy, reason: String(second) } as never,
});

test("several responses are as old as the oldest of them", () => {
  expect(commonTime(time(3), [time(1), time(2)])).toEqual(time(1));
  expect(commonTime(time(1), [time(2)])).toEqual(time(1));
  expect(commonTime(time(1), [])).toEqual(time(1));
});

test("one response without a healthy feed is enough, whatever its age", () => {
  for (const [first, second] of [
    [time(1), time(2, false)],
    [time(2, false), time(1)],
  ] as const)
    expect(commonTime(first, [second])).toEqual({ asOf: time(1).asOf, feed: time(2, false).feed });
});

const requestedAt = { wall: 1_000, monotonic: 1_000 };
const shown: Snapshot = { ...time(5), requestedAt };
const received = (second: number, healthy = true): Snapshot => ({
  ...time(second, healthy),
  requestedAt: { wall: 9_000, monotonic: 9_000 },
});

test("other facilities of the same time are accepted, and do not look newer", () => {
  expect(nextSnapshot(shown, received(5), true)).toEqual(shown);
  expect(nextSnapshot(shown, received(5, false), true)).toEqual({ ...shown, feed: received(5, false).feed });
  const lost = { ...shown, isContactLost: true };
  expect(nextSnapshot(lost, received(5), true)).toEqual(lost);
});

test.each([
  ["the same facilities of the same time", 5, false],
  ["older facilities", 4, false],
  ["other facilities of an earlier time", 4, true],
])("%s are not accepted", (_, second, isOtherPart) => {
  expect(nextSnapshot(shown, received(second), isOtherPart)).toBeNull();
});

test.each([true, false])("a newer report is accepted, and the first one", (isOtherPart) => {
  expect(nextSnapshot(shown, received(6), isOtherPart)).toEqual(received(6));
  expect(nextSnapshot(null, received(1), isOtherPart)).toEqual(received(1));
});

test("an older report is requested again, a few times", () => {
  expect(retriesOlder(shown, received(4), 1)).toBe(true);
  expect(retriesOlder(shown, received(4), 5)).toBe(true);
  expect(retriesOlder(shown, received(4), 6)).toBe(false);
  expect(retriesOlder(shown, received(5), 1)).toBe(false);
  expect(retriesOlder(null, received(5), 1)).toBe(false);
});
