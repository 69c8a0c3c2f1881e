import { expect, test } from "vitest";
import { MAX_AGE_MS } from "../status/freshness.ts";
import { hasLostContact, MAX_SILENCE_MS } from "./silence.ts";

test.each<[string, number | null, number, boolean]>([
  ["everything works", 3_000, 0, false],
  ["the stream is silent, but polls succeed", 600_000, 0, false],
  ["polls fail, but the stream works", 15_000, 9, false],
  ["both fail for a moment", 45_000, 1, false],
  ["both fail", 45_001, 1, true],
  ["there never was a stream", null, 9, false],
  ["the silence cannot be measured", Number.NaN, 1, true],
])("%s", (_, silentMs, failedPolls, isLost) => {
  expect(hasLostContact(silentMs, failedPolls)).toBe(isLost);
});

test("a page with a stream becomes Unknown no later than one that only polls", () => {
  const pollTimeout = 20_000;
  expect(MAX_SILENCE_MS + pollTimeout).toBeLessThan(MAX_AGE_MS);
  expect(hasLostContact(MAX_SILENCE_MS + pollTimeout, 1)).toBe(true);
});
