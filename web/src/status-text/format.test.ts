import { expect, test } from "vitest";
import {
  describeStrike,
  formatAge,
  formatClock,
  formatCountdown,
  formatDistance,
  formatEndMinutes,
  formatNumber,
  minutesLeft,
} from "./format.ts";
import { STATUS_TEXT } from "./text.ts";

test.each([
  [-5_000, "00:00"],
  [0, "00:00"],
  [1, "00:01"],
  [59_000, "00:59"],
  [59_001, "01:00"],
  [754_000, "12:34"],
  [3_599_000, "59:59"],
  [3_599_001, "1 h 00 min"],
  [3_900_000, "1 h 05 min"],
  [7_199_000, "2 h 00 min"],
  [86_400_000, "24 h 00 min"],
])("%i ms left is “%s”", (left, text) => {
  expect(formatCountdown(left)).toBe(text);
});

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
  [60_000, 1],
  [60_001, 2],
])("%i ms left is read aloud as %i minutes", (left, minutes) => {
  expect(minutesLeft(left)).toBe(minutes);
});

test.each([
  [-900, "0 s"],
  [999, "0 s"],
  [22_900, "22 s"],
  [119_999, "119 s"],
  [120_000, "2 min"],
  [7_199_999, "119 min"],
  [7_200_000, "2 h"],
  [172_799_999, "47 h"],
  [172_800_000, "2 d"],
])("%i ms is %s old", (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

test.each([
  ["2026-11-15T20:03:11.9Z", "America/Chicago", "14:03:11"],
  ["2026-11-15T06:00:00Z", "America/Chicago", "00:00:00"],
  ["2026-07-01T12:00:00Z", "UTC", "12:00:00"],
])("%s in %s is %s", (at, zone, text) => {
  expect(formatClock(Date.parse(at), zone)).toBe(text);
});

test("the age of a report is one sentence", () => {
  const at = formatClock(Date.parse("2026-11-15T20:03:11Z"), "America/Chicago");
  expect(STATUS_TEXT.en.asOf(at, formatAge(22_000))).toBe("Updated 14:03:11 (22 s ago)");
});

test.each([
  [0, "under 0.1 miles"],
  [0.049, "under 0.1 miles"],
  [0.05, "0.1 miles"],
  [2.25, "2.3 miles"],
  [2.349, "2.3 miles"],
  [8, "8.0 miles"],
  [123.456, "123.5 miles"],
])("%d miles are “%s”", (miles, text) => {
  expect(formatDistance(miles, STATUS_TEXT.en)).toBe(text);
});

test.each([
  [8, "8"],
  [7.5, "7.5"],
  [0.1 + 0.2, "0.3"],
])("the number %d is formatted as %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test.each([
  ["cloud", "Cloud Stroke Lightning", "cloud strike"],
  ["ground", "CG", "ground strike"],
  ["unknown", "Ball lightning", "strike of unknown kind (Ball lightning)"],
  ["unknown", "", "strike of unknown kind"],
] as const)("a strike of kind %s and type “%s” is shown as %s", (kind, type, text) => {
  expect(describeStrike({ kind, type }, STATUS_TEXT.en)).toBe(text);
});

test.each([
  ["2026-05-01T19:12:00Z", "14:12"],
  ["2026-05-01T19:12:00.001Z", "14:13"],
  ["2026-05-02T04:59:30Z", "00:00"],
])("what ends at %s has not ended before %s", (at, clock) => {
  expect(formatEndMinutes(Date.parse(at), "America/Chicago")).toBe(clock);
});
