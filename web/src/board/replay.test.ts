import { expect, test } from "vitest";
import { NO_STRIKES, type StrikeColumns } from "../map/strikes.ts";
import { readBoardAddress } from "./address.ts";
import { isOutage } from "./outages.ts";
import { keyStepMs, type Replay, startAtFirstStrike } from "./replay.ts";
import { densityPath, strikeDensity } from "./replay-density.ts";

const MINUTE = 60_000;
const replay: Replay = { from: 10 * MINUTE, to: 70 * MINUTE, at: 10 * MINUTE, speed: 120 };

test.each<[string, number[], number]>([
  ["without strikes stays at the start", [], 10 * MINUTE],
  ["ignores earlier strikes", [1, 5 * MINUTE], 10 * MINUTE],
  ["starts at the first strike, rounded up", [5 * MINUTE, 33 * MINUTE + 1, 50 * MINUTE], 33 * MINUTE + 1_000],
  ["ignores later strikes", [71 * MINUTE], 10 * MINUTE],
  ["stays in its period", [70 * MINUTE - 1], 70 * MINUTE],
])("a replay %s", (_, times, at) => {
  expect(startAtFirstStrike(replay, times).at).toBe(at);
});

test.each([
  ["ArrowLeft", -MINUTE],
  ["ArrowRight", MINUTE],
  ["PageUp", 10 * MINUTE],
  ["Home", null],
])("%s moves the time by %s ms", (key, step) => {
  expect(keyStepMs(key)).toBe(step);
});

test("a time in the future is replayed as now", () => {
  const now = Date.parse("2026-05-01T12:00:00Z");
  const address = readBoardAddress("?asOf=2030-01-01T00:00:00Z&from=2026-05-01T10:00:00Z", now);
  expect(address.replay).toMatchObject({ at: now, to: now, from: now - 2 * 3_600_000 });
});

const strikesAt = (...minutes: number[]): StrikeColumns => ({
  ...NO_STRIKES,
  count: minutes.length,
  at: Float64Array.from(minutes, (minute) => minute * MINUTE),
});

test("every strike of the period is in one bin", () => {
  expect(strikeDensity(strikesAt(9, 10, 29, 30, 30, 69, 70, 71), 10 * MINUTE, 70 * MINUTE, 3)).toEqual([2, 2, 2]);
});

test("a bin without strikes has no bar, and the highest has the full height", () => {
  expect(densityPath([0, 1, 4], 10)).toBe("M1 10v-5h1v5zM2 10v-10h1v10z");
  expect(densityPath([0, 0], 10)).toBe("");
});

test.each([
  [0, false],
  [5, true],
  [7, true],
  [8, false],
])("minute %i in an outage from 5 to 7: %s", (minute, expected) => {
  expect(isOutage([{ from: 5, to: 7 }], minute)).toBe(expected);
});
