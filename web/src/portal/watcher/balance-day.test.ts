import { expect, test } from "vitest";
import { dayResult, formatDay } from "./balance-day.ts";

const DAY = { day: "2026-05-01", detected: 3, succeeded: 3, failed: 0, skipped: 0, pending: 0, inFolders: 3 };

test.each([
  [{}, "good", "Adds up"],
  [{ inFolders: 5 }, "bad", "2 not seen"],
  [{ inFolders: 1 }, "idle", "2 moved or deleted"],
  [{ inFolders: null }, "idle", "Folders not asked"],
  [{ pending: 1 }, "busy", "Not finished"],
  [{ failed: 1 }, "bad", "Adds up, with failures"],
])("%j is %s: %s", (change, tone, text) => {
  expect(dayResult({ ...DAY, ...change })).toEqual({ tone, text });
});

test("a day has no time zone", () => {
  expect(formatDay("2026-05-01")).toBe("Fri, May 1");
  expect(formatDay("soon")).toBe("soon");
});
