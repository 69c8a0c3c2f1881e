import { expect, test } from "vitest";
import { elapsedText, endOfDay, formatRelativeTime, formatTime, isPast, parseEnd } from "./time.ts";

// Some versions of Intl put a narrow no-break space before AM.
const plain = (text: string) => text.replace(/\s/g, " ");

test.each([
  ["2026-11-15T04:45:05.208853Z", "UTC", "Nov 15, 2026, 4:45:05 AM UTC"],
  ["2026-11-15T04:45:05Z", "America/Chicago", "Nov 14, 2026, 10:45:05 PM CST"],
  ["2026-07-01T12:00:00Z", "America/Chicago", "Jul 1, 2026, 7:00:00 AM CDT"],
  ["not a time", "UTC", "not a time"],
])("%s in %s is “%s”", (at, timeZone, text) => {
  expect(plain(formatTime(at, { timeZone, seconds: true }))).toBe(text);
});

test("seconds are optional", () => {
  expect(plain(formatTime("2026-11-15T04:45:05Z", { timeZone: "UTC" }))).toBe("Nov 15, 2026, 4:45 AM UTC");
});

test.each(["", "2026-02-30", "2026-13-01", "15.11.2026", "tomorrow"])("“%s” is not a date", (day) => {
  expect(endOfDay(day)).toBeNull();
});

const noon = new Date(2026, 10, 15, 12, 0, 0);

test.each([
  ["", { end: null }],
  ["2026-11-15", { end: new Date(2026, 10, 15, 23, 59, 59).toISOString() }],
  ["2026-11-14", { error: "This date is in the past. Choose today or a later date." }],
  ["soon", { error: "Enter a date, or leave it empty." }],
])("the end “%s” is parsed as %j", (day, parsed) => {
  expect(parseEnd(day, noon)).toEqual(parsed);
});

test("without an end it is never past", () => {
  expect(isPast(null, noon)).toBe(false);
  expect(isPast("2020-01-01T00:00:00Z", noon)).toBe(true);
  expect(isPast("2030-01-01T00:00:00Z", noon)).toBe(false);
});

test.each([
  ["2026-05-01T12:00:00Z", "now"],
  ["2026-05-01T11:59:15Z", "45 seconds ago"],
  ["2026-05-01T11:57:00Z", "3 minutes ago"],
  ["2026-05-01T14:00:00Z", "in 2 hours"],
  ["2026-04-30T11:00:00Z", "yesterday"],
  ["2026-04-01T12:00:00Z", "30 days ago"],
  ["never", "never"],
])("%s is %s", (at, text) => {
  expect(formatRelativeTime(at, new Date("2026-05-01T12:00:00Z"))).toBe(text);
});

test.each([
  ["2026-05-01T12:00:00.420Z", "420 ms"],
  ["2026-05-01T11:59:59Z", "0 ms"],
  ["2026-05-01T12:02:05Z", "2 minutes 5 seconds"],
  ["soon", ""],
])("the time until %s is “%s”", (to, text) => {
  expect(elapsedText("2026-05-01T12:00:00Z", to)).toBe(text);
});
