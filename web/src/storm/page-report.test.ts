import { expect, test } from "vitest";
import { assessStatus, MAX_AGE_MS } from "../status/freshness.ts";
import { type PageLoad, parsePageReport, reportAgeMs } from "./page-report.ts";

const AS_OF = "2026-05-01T12:00:00Z";
const AS_OF_MS = Date.parse(AS_OF);

function load(ageMs: number, more: Partial<PageLoad> = {}): PageLoad {
  return { type: "navigate", now: { wall: AS_OF_MS + ageMs, monotonic: 300 }, ...more };
}

function text(status: string, isComplete = true): string {
  const proximity = { status, clearAt: null, rings: [] };
  const facilities = [{ facilityId: 1, name: "Pool", latLongPoint: null, proximity }];
  const feed = { healthy: true };
  return JSON.stringify({
    isComplete,
    city: { name: "Aspen", timezone: "America/Chicago", projection: null },
    status: { asOf: AS_OF, activeCount: 0, feed },
    facilities: { asOf: AS_OF, parameters: {}, policies: [], feed, facilities },
  });
}

test("a report in the page is as old as its time says", () => {
  const report = parsePageReport(text("Clear"), load(1_000));
  expect(report?.requestedAt).toEqual({ wall: AS_OF_MS, monotonic: 300 - 1_000 });
  expect(report?.facilities.facilities[0]?.proximity?.status).toBe("Clear");
  expect(report).toMatchObject({ isComplete: true, city: { name: "Aspen" }, cityStatus: { asOf: AS_OF } });
});

test("it expires like a response of a poll", () => {
  const report = parsePageReport(text("Clear"), load(2_000));
  if (report === null) throw new Error("not accepted");
  const { facilities, requestedAt } = report;
  const snapshot = { asOf: facilities.asOf, feed: facilities.feed, requestedAt };
  const at = (ageMs: number) => assessStatus(snapshot, "Clear", { wall: AS_OF_MS + ageMs, monotonic: -1_700 }).status;
  expect([at(2_000), at(MAX_AGE_MS), at(MAX_AGE_MS + 1)]).toEqual(["Clear", "Clear", "Unknown"]);
});

test.each<[string, PageLoad]>([
  ["older than a report may be", load(MAX_AGE_MS + 1)],
  ["loaded that slowly", load(0, { now: { wall: AS_OF_MS, monotonic: MAX_AGE_MS + 1 } })],
  ["of a page that was restored", load(1_000, { type: "back_forward" })],
  ["of a device whose clock is behind", load(-6_000)],
])("a report is ignored if it is %s", (_, given) => {
  expect(parsePageReport(text("Clear"), given)).toBeNull();
});

test("a clock that is behind by little counts as right", () => {
  expect(reportAgeMs(AS_OF, load(-2_000))).toBe(300);
});

test.each(["", "{", "null", "[]", "{}", text("Sunny"), text("Clear").replaceAll(AS_OF, "soon")])(
  "what is not a report is ignored: %s",
  (given) => {
    expect(parsePageReport(given, load(1_000))).toBeNull();
  },
);
