import { expect, test } from "vitest";
import type { Language } from "../status-text/language.ts";
import { readBoardAddress, writeBoardAddress } from "./address.ts";
import { timeLabels } from "./chart-axis.ts";
import { formatLocalInput, formatLocalTime, parseLocalTime } from "./local-time.ts";
import { statusPeriods, totalByStatus } from "./periods.ts";
import { clampReplay, hasEnded, moveReplayTo, nextStep, replayOfLastHours, SPEEDS, STEP_MS } from "./replay.ts";
import { type ReportAddress, readReportAddress, writeReportAddress } from "./report-address.ts";
import { parseReportForm } from "./report-form.ts";
import { closestStrike, strikeDistances, withinRadius } from "./strike-distance.ts";
import { parseThreshold } from "./thresholds.ts";

const M = 60_000;

test.each([
  ["", "/portal/storm"],
  ["?radius=10&danger=15&clear=45&history=24", "/portal/storm?radius=10&danger=15&clear=45&history=24"],
  ["?radius=8&facility=12", "/portal/storm?radius=8&facility=12"],
  ["?radius=-1&danger=1e9&facility=x&clear=", "/portal/storm"],
  ["?q=north+pool&wall", "/portal/storm?q=north+pool&wall"],
  [
    "?asOf=2026-05-01T12:00:00Z&from=2026-05-01T10:00:00Z&to=2026-05-01T14:00:00Z&speed=600",
    "/portal/storm?asOf=2026-05-01T12%3A00%3A00Z&from=2026-05-01T10%3A00%3A00Z&to=2026-05-01T14%3A00%3A00Z&speed=600",
  ],
  ["?asOf=never", "/portal/storm"],
  ["?lang=es-MX&wall", "/portal/storm?lang=es&wall"],
  ["?status=Clear,Active,Odd&mine=7,3,x&sort=name", "/portal/storm?status=Active,Clear&mine=7,3&sort=name"],
  ["?status=&mine=&sort=threat", "/portal/storm"],
])("the URL %s is written as %s", (query, written) => {
  expect(writeBoardAddress(readBoardAddress(query))).toBe(written);
});

test("asOf alone replays the hours before it", () => {
  const { replay } = readBoardAddress("?asOf=2026-05-01T12:00:00Z");
  expect(replay).toMatchObject({ to: Date.parse("2026-05-01T12:00:00Z"), from: Date.parse("2026-05-01T04:00:00Z") });
});

test.each([
  ["8", { value: 8 }],
  [" 7.5 ", { value: 7.5 }],
  ["500", { value: 500 }],
  ["500.1", { error: "range" }],
  ["0", { error: "range" }],
  ["-3", { error: "range" }],
  ["1e2", { error: "number" }],
  ["", { error: "number" }],
])("a radius of “%s”", (text, parsed) => {
  expect(parseThreshold("radiusMiles", text)).toEqual(parsed);
});

test.each([
  "/portal/storm/report",
  "/portal/storm/report?facility=12&from=2026-05-01T12%3A00%3A00Z&to=2026-05-01T14%3A00%3A00Z&radius=10&clear=45&lang=es",
])("the report URL %s is parsed and written unchanged", (text) => {
  expect(writeReportAddress(readReportAddress(text.split("?")[1] ?? ""))).toBe(text);
});

test("the report form becomes a URL or an error", () => {
  const formData = (more: Record<string, string>): FormData => {
    const form = new FormData();
    const defaults = {
      facility: "3",
      from: "2026-05-01T12:00",
      to: "2026-05-01T14:00",
      radiusMiles: "10",
      dangerMinutes: "",
      allClearMinutes: "45",
    };
    for (const [name, value] of Object.entries({ ...defaults, ...more })) form.set(name, value);
    return form;
  };
  const read = (more: Record<string, string>) => parseReportForm(formData(more), "America/Chicago", "es");
  expect(writeReportAddress(read({}) as ReportAddress)).toBe(
    "/portal/storm/report?facility=3&from=2026-05-01T17%3A00%3A00Z&to=2026-05-01T19%3A00%3A00Z&radius=10&clear=45&lang=es",
  );
  expect(read({ to: "2026-05-01T12:00" })).toEqual({ error: "invalidPeriod" });
  expect(read({ to: "2026-06-01T12:01" })).toEqual({ error: "periodTooLong" });
  expect(read({ radiusMiles: "0" })).toEqual({ error: { threshold: "radiusMiles", error: "range" } });
});

test("times are in the city's zone and the reader's language", () => {
  const at = Date.parse("2026-05-01T19:03:11Z");
  expect(formatLocalTime(at, "America/Chicago", "en")).toBe("May 1, 2026, 14:03:11 CDT");
  expect(formatLocalTime(at, "America/Chicago", "es")).toBe("1 may 2026, 14:03:11 CDT");
});

test.each<[string, number, Language, string[]]>([
  ["hours", 3600, "en", ["22:00\nMay 1", "23:00", "00:00\nMay 2"]],
  ["hours in Spanish", 3600, "es", ["22:00\n1 may", "23:00", "00:00\n2 may"]],
  ["days", 86_400, "es", ["1 may", "2 may", "3 may"]],
  ["seconds", 15, "en", ["22:00:00\nMay 1", "22:00:15", "22:00:30"]],
])("the time axis labels %s", (_, step, language, text) => {
  const first = Date.parse("2026-05-02T03:00:00Z") / 1000;
  expect(timeLabels([first, first + step, first + 2 * step], step, "America/Chicago", language)).toEqual(text);
});

test("a replay stops at its end", () => {
  let replay = replayOfLastHours(Date.parse("2026-05-01T12:00:00.700Z"), 1);
  expect(replay.at).toBe(replay.from);
  let steps = 0;
  while (!hasEnded(replay) && steps < 10_000) [replay, steps] = [nextStep(replay), steps + 1];
  expect(replay.at).toBe(Date.parse("2026-05-01T12:00:00Z"));
  expect(steps).toBe(3_600_000 / (SPEEDS[1] * STEP_MS));
  expect(nextStep(replay).at).toBe(replay.to);
});

test("a replay time stays in its period; a reversed period is swapped", () => {
  expect(clampReplay({ from: 10, to: 0, at: 99, speed: 30 })).toEqual({ from: 0, to: 10, at: 10, speed: 30 });
  expect(moveReplayTo({ from: 0, to: 10_000, at: 0, speed: 30 }, 4_600).at).toBe(5_000);
});

test.each<[string, number[], number, number, [string, number, number][]]>([
  ["no strike", [], 30, 30, [["Clear", 0, 100]]],
  [
    "one strike",
    [10],
    30,
    30,
    [
      ["Clear", 0, 10],
      ["Active", 10, 40],
      ["Clear", 40, 100],
    ],
  ],
  [
    "a longer all clear",
    [10],
    15,
    30,
    [
      ["Clear", 0, 10],
      ["Active", 10, 25],
      ["Clearing", 25, 40],
      ["Clear", 40, 100],
    ],
  ],
  [
    "several strikes",
    [10, 20, 45],
    15,
    30,
    [
      ["Clear", 0, 10],
      ["Active", 10, 35],
      ["Clearing", 35, 45],
      ["Active", 45, 60],
      ["Clearing", 60, 75],
      ["Clear", 75, 100],
    ],
  ],
  [
    "a strike before the period",
    [-10],
    30,
    30,
    [
      ["Active", 0, 20],
      ["Clear", 20, 100],
    ],
  ],
  [
    "a strike at the end",
    [95, 200],
    30,
    30,
    [
      ["Clear", 0, 95],
      ["Active", 95, 100],
    ],
  ],
  [
    "any order",
    [20, 10],
    30,
    30,
    [
      ["Clear", 0, 10],
      ["Active", 10, 50],
      ["Clear", 50, 100],
    ],
  ],
])("periods with %s", (_, strikes, danger, allClear, expected) => {
  const found = statusPeriods(
    strikes.map((at) => at * M),
    danger * M,
    allClear * M,
    0,
    100 * M,
  );
  expect(found.map(({ status, from, to }) => [status, from / M, to / M])).toEqual(expected);
});

test("periods have no gaps and add up, for random strikes", () => {
  let seed = 5;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let round = 0; round < 200; round += 1) {
    const strikes = Array.from({ length: Math.floor(random() * 12) }, () => (random() * 300 - 100) * M);
    const [danger, allClear] = [(1 + random() * 40) * M, (1 + random() * 60) * M];
    const all = statusPeriods(strikes, danger, allClear, 0, 120 * M);
    for (const [index, { from }] of all.entries()) expect(from).toBe(index === 0 ? 0 : all[index - 1]?.to);
    expect(all.at(-1)?.to).toBe(120 * M);
    const sum = totalByStatus(all);
    expect(sum.Active + sum.Clearing + sum.Clear).toBeCloseTo(120 * M, 3);
    // Compares with the rule itself at a few times.
    for (let probe = 0; probe < 10; probe += 1) {
      const at = random() * 120 * M;
      const since = Math.min(...strikes.filter((strike) => strike <= at).map((strike) => at - strike));
      const status = since <= danger ? "Active" : since < allClear ? "Clearing" : "Clear";
      expect(all.find(({ from, to }) => at >= from && at < to)?.status).toBe(status);
    }
  }
});

test.each([
  ["2026-05-01T14:30", "2026-05-01T19:30:00Z"],
  ["2026-01-01T00:00", "2026-01-01T06:00:00Z"],
  // The first of the two 01:30.
  ["2026-11-01T01:30", "2026-11-01T06:30:00Z"],
])("%s in Chicago is %s", (text, utc) => {
  expect(parseLocalTime(text, "America/Chicago")).toBe(Date.parse(utc));
});

test.each(["", "yesterday", "2026-02-30T10:00", "2026-05-01T25:00"])("“%s” is not a time", (text) => {
  expect(parseLocalTime(text, "America/Chicago")).toBeNull();
});

test("a formatted time is parsed back", () => {
  for (let hour = 0; hour < 24 * 365; hour += 7) {
    const at = Date.UTC(2026, 0, 1, hour);
    const back = parseLocalTime(formatLocalInput(at, "America/Chicago"), "America/Chicago");
    // In the hour that occurs twice it may be the other one.
    expect(back === at || back === at - 3_600_000).toBe(true);
  }
});

test("distances match GeodSolve; of equal ones the newest is closest", () => {
  const strike = (id: number, latitude: number, longitude: number) => ({
    id,
    timestamp: `2026-05-01T12:0${id}:00Z`,
    type: "Ground Stroke Lightning",
    kind: "ground" as const,
    latitude,
    longitude,
  });
  const all = strikeDistances([strike(2, 34.8, -86.6), strike(1, 34.7, -86.6), strike(3, 34.8, -86.6)], {
    lat: 34.7,
    lng: -86.6,
  });
  expect(all.map(({ strike: { id } }) => id)).toEqual([1, 2, 3]);
  // GeodSolve -i <<< "34.7 -86.6 34.8 -86.6"
  expect((all[1]?.miles ?? 0) * 1609.344).toBeCloseTo(11_093.6, 2);
  expect(closestStrike(all)?.strike.id).toBe(1);
  expect(closestStrike(withinRadius(all, 8).slice(1))?.strike.id).toBe(3);
  expect(closestStrike([])).toBeNull();
});
