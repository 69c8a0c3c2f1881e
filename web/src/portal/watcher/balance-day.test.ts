import { expect, test } from "vitest";
import { dayResult, differencesOn, formatDay, missingFiles, noDiscrepancyText } from "./balance-day.ts";

const DAY = { day: "2026-05-01", detected: 3, succeeded: 3, failed: 0, skipped: 0, pending: 0, inFolders: 3 };

test.each([
  [{}, "good", "Matches"],
  [{ inFolders: 5 }, "bad", "2 not in the log"],
  [{ inFolders: 1 }, "idle", "2 moved or deleted"],
  [{ inFolders: null }, "idle", "Folders not counted"],
  [{ pending: 1 }, "busy", "In progress"],
  [{ failed: 1 }, "bad", "Matches, with failures"],
])("%j is %s: %s", (change, tone, text) => {
  expect(dayResult({ ...DAY, ...change })).toEqual({ tone, text });
});

test("equal totals do not hide differences", () => {
  const at = (receivedAt: string) => ({ messageKey: "k", receivedAt, message: "not in the log" });
  const discrepancies = [at("2026-05-02T04:59:59Z"), at("2026-05-01T12:00:00Z"), at("2026-05-02T05:00:00Z")];
  expect(differencesOn("2026-05-01", { discrepancies }, "America/Chicago")).toBe(2);
  expect(dayResult(DAY, 2)).toEqual({ tone: "bad", text: "Totals match, differences: 2" });
});

test.each([
  [{}, "good", "No differences"],
  [{ inFolders: 5 }, "idle", "The totals differ, but no single message was identified"],
  [{ inFolders: null }, "idle", "Unknown: the folders were not counted"],
])("without listed messages, %j is %s: %s", (change, tone, text) => {
  expect(noDiscrepancyText([DAY, { ...DAY, ...change }])).toEqual({ tone, text });
});

test("files that are not in the log are replayed by name, each once", () => {
  const one = { messageKey: "k", receivedAt: "2026-05-01T12:00:00Z", message: "not in the log" };
  const discrepancies = [
    { ...one, subject: "a.csv" },
    { ...one, subject: "a.csv", logId: null },
    { ...one, subject: "b.csv", logId: 7 },
    { ...one, subject: null },
  ];
  expect(missingFiles({ discrepancies })).toEqual(["a.csv"]);
});

test("a day has no time zone", () => {
  expect(formatDay("2026-05-01")).toBe("Fri, May 1");
  expect(formatDay("soon")).toBe("soon");
});
