import { expect, test } from "vitest";
import { dayVerdict, dayWords } from "./reckoning.ts";

const DAY = { day: "2026-05-01", seen: 3, succeeded: 3, failed: 0, skipped: 0, waiting: 0, inFolders: 3 };

test.each([
  [{}, "good", "Adds up"],
  [{ inFolders: 5 }, "bad", "2 not seen"],
  [{ inFolders: 1 }, "idle", "2 moved or deleted"],
  [{ inFolders: null }, "idle", "Folders not asked"],
  [{ waiting: 1 }, "busy", "Not finished"],
  [{ failed: 1 }, "bad", "Adds up, with failures"],
])("%j is %s: %s", (change, tone, words) => {
  expect(dayVerdict({ ...DAY, ...change })).toEqual({ tone, words });
});

test("a day is the reader's own", () => {
  expect(dayWords("2026-05-01")).toBe("Fri, May 1");
  expect(dayWords("soon")).toBe("soon");
});
