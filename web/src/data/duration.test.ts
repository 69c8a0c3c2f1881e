import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [-1, "0 ms"],
  [0, "0 ms"],
  [420, "420 ms"],
  [999.9, "999 ms"],
  [SECOND, "1 second"],
  [2_560, "2.5 seconds"],
  [9_999, "9.9 seconds"],
  [10_900, "10 seconds"],
  [MINUTE - 1, "59 seconds"],
  [MINUTE, "1 minute"],
  [2 * MINUTE + 5 * SECOND, "2 minutes 5 seconds"],
  [300 * SECOND, "5 minutes"],
  [HOUR + 1, "1 hour"],
  [2 * HOUR + 3 * MINUTE + 59 * SECOND, "2 hours 3 minutes"],
  [9_998 * MINUTE, "6 days 22 hours"],
  [DAY + 5 * MINUTE, "1 day"],
  [1_234 * DAY, "1,234 days"],
  [Number.NaN, ""],
])("%d ms is “%s”", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
