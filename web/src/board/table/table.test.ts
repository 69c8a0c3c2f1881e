import { expect, test } from "vitest";
import type { FacilityThreat, Parameters, Proximity } from "../../data/lightning.ts";
import type { DisplayStatus, Status } from "../../status/status.ts";
import type { FacilityRow } from "../../storm/summary.ts";
import { toCsv } from "./csv.ts";
import { parseIds, toggleId } from "./my-facilities.ts";
import { changeOf, isSameChanges, recentChanges, type StatusEvent } from "./recent-changes.ts";
import { countByStatus, nextAllClear, type Sort, sortRows, type TableRow, toTableRow } from "./table-row.ts";
import { movedTo, ROW_HEIGHT, visibleRows } from "./visible-rows.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const MINUTE = 60_000;
const RULE: Parameters = { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 45, historyHours: 8 };

function facilityRow(status: DisplayStatus, more: Partial<Proximity> = {}): FacilityRow {
  const proximity: Proximity = {
    status: status as Status,
    lastStrike: null,
    closest: null,
    countInWindow: 0,
    nearestInWindowMiles: null,
    allClearInMinutes: null,
    clearAt: null,
    policyId: 1,
    rings: [],
    ...more,
  };
  const facility: FacilityThreat = { facilityId: 1, name: "Pool", latLongPoint: null, proximity };
  return { facility, status, warning: null };
}

const row = (id: number, status: DisplayStatus, more: Partial<TableRow> = {}): TableRow => ({
  id,
  name: `F${id}`,
  status,
  warning: null,
  clearAt: null,
  nearestMiles: null,
  lastInRadiusAt: null,
  change: null,
  ...more,
});

test("the last strike in the radius follows from the all clear and the longer window", () => {
  const given = facilityRow("Active", { clearAt: "2026-05-01T12:30:00Z", nearestInWindowMiles: 2.25 });
  expect(toTableRow(given, RULE, null)).toMatchObject({
    clearAt: NOON + 30 * MINUTE,
    nearestMiles: 2.25,
    lastInRadiusAt: NOON - 15 * MINUTE,
  });
});

test("an unknown status has no figures, because they may be out of date", () => {
  const given = facilityRow("Unknown", { clearAt: "2026-05-01T12:30:00Z", nearestInWindowMiles: 2.25 });
  expect(toTableRow(given, RULE, null)).toMatchObject({ clearAt: null, nearestMiles: null, lastInRadiusAt: null });
});

const STORM = [
  row(1, "Clear"),
  row(2, "Active", { nearestMiles: 3, clearAt: NOON + 5 * MINUTE, lastInRadiusAt: NOON - 25 * MINUTE }),
  row(3, "Unknown"),
  row(4, "Active", { nearestMiles: 0.5, clearAt: NOON + 9 * MINUTE, lastInRadiusAt: NOON - 21 * MINUTE }),
  row(5, "Clearing", { clearAt: NOON + MINUTE, lastInRadiusAt: NOON - 44 * MINUTE }),
  row(6, "Clearing", { clearAt: NOON + 8 * MINUTE, lastInRadiusAt: NOON - 37 * MINUTE }),
  row(7, "Clear", { name: "A" }),
];

test.each<[Sort, number[]]>([
  ["threat", [4, 2, 6, 5, 7, 1, 3]],
  ["name", [7, 1, 2, 3, 4, 5, 6]],
  ["clearAt", [5, 2, 6, 4, 7, 1, 3]],
  ["nearest", [4, 2, 7, 1, 3, 5, 6]],
  ["last", [4, 2, 6, 5, 7, 1, 3]],
])("rows sorted by %s are in the order of the figure they show", (sort, ids) => {
  expect(sortRows(STORM, sort).map(({ id }) => id)).toEqual(ids);
});

test("what has just changed comes first, the newest change on top", () => {
  const change = (at: number): TableRow["change"] => ({ from: "Active", to: "Clear", at });
  const rows = [
    ...STORM,
    row(8, "Clear", { change: change(NOON - MINUTE) }),
    row(9, "Clear", { change: change(NOON) }),
  ];
  expect(
    sortRows(rows, "threat")
      .slice(0, 3)
      .map(({ id }) => id),
  ).toEqual([9, 8, 4]);
});

test("facilities are counted by status, and the first all clear is found", () => {
  expect(countByStatus(STORM)).toEqual({ Active: 2, Clearing: 2, Clear: 2, Unknown: 1 });
  expect(nextAllClear(STORM)?.id).toBe(5);
  expect(nextAllClear([row(1, "Clear")])).toBeNull();
});

const event = (facilityId: number, from: string, to: string, secondsAgo: number, more = {}): StatusEvent => ({
  id: 1,
  facilityId,
  facilityName: "Pool",
  at: new Date(NOON - secondsAgo * 1000).toISOString(),
  noticedAt: new Date(NOON).toISOString(),
  from,
  to,
  cause: "Strike",
  ring: null,
  strikeId: null,
  detail: null,
  ...more,
});

test("changes of the last five minutes count, the last one of each facility", () => {
  const changes = recentChanges(
    [
      event(1, "Clear", "Active", 301),
      event(2, "Clear", "Active", 300),
      event(2, "Active", "Clear", 10),
      event(3, "Clear", "Active", 5, { ring: "Watch" }),
      event(4, "Clear", "Strange", 5),
    ],
    NOON,
  );
  expect([...changes.keys()]).toEqual([2]);
  expect(changeOf(changes, 2, "Clear")).toEqual({ from: "Active", to: "Clear", at: NOON - 10_000 });
  // The report is older than the event.
  expect(changeOf(changes, 2, "Active")).toBeNull();
});

test("recent changes are the same until one is added, replaced or too old", () => {
  const events = [event(1, "Clear", "Active", 290), event(2, "Clear", "Active", 10)];
  const changes = recentChanges(events, NOON);
  expect(isSameChanges(changes, recentChanges(events, NOON + 1_000))).toBe(true);
  expect(isSameChanges(changes, recentChanges(events, NOON + 11_000))).toBe(false);
  expect(isSameChanges(changes, recentChanges([...events, event(2, "Active", "Clear", 5)], NOON))).toBe(false);
  expect(isSameChanges(changes, recentChanges([...events, event(3, "Clear", "Active", 5)], NOON))).toBe(false);
});

test("the file has every figure; a name cannot be a formula", () => {
  const rows = [
    row(2, "Active", { name: 'Pool "A", North', nearestMiles: 0.034, clearAt: NOON, lastInRadiusAt: NOON }),
    row(3, "Clear", { name: "=HYPERLINK(1)" }),
  ];
  expect(toCsv(rows)).toBe(
    "facilityId,name,status,allClearAt,nearestMiles,lastWithinRadiusAt,changedAt\r\n" +
      '2,"Pool ""A"", North",Active,2026-05-01T12:00:00.000Z,0.034,2026-05-01T12:00:00.000Z,\r\n' +
      "3,'=HYPERLINK(1),Clear,,,,\r\n",
  );
});

test.each([
  ["3,7,12", [3, 7, 12]],
  ["3,3,x,-1,1.5,0", [3]],
  ["", null],
  [null, null],
])("the ids of “%s”", (text, ids) => {
  expect(parseIds(text)).toEqual(ids);
});

test("a facility is added to mine and removed again", () => {
  expect(toggleId([3], 7)).toEqual([3, 7]);
  expect(toggleId([3, 7], 3)).toEqual([7]);
});

test("a thousand rows draw as many as are visible", () => {
  const drawn = ({ first, end }: { first: number; end: number }): number => end - first;
  const middle = visibleRows(1000, -400 * ROW_HEIGHT, 0, 15 * ROW_HEIGHT);
  expect(middle.first).toBeLessThanOrEqual(400);
  expect(middle.end).toBeGreaterThanOrEqual(415);
  expect(drawn(middle)).toBeLessThan(50);
  expect(visibleRows(3, 0, 0, 600)).toEqual({ first: 0, end: 3 });
  expect(drawn(visibleRows(1000, 9999, 0, 600))).toBeGreaterThan(0);
});

test.each([
  ["ArrowDown", 0, 1],
  ["ArrowDown", 4, 4],
  ["ArrowUp", 0, 0],
  ["End", 0, 4],
  ["Home", 3, 0],
  ["Enter", 3, null],
])("%s moves from row %i to %s", (key, from, to) => {
  expect(movedTo(key, from, 5)).toBe(to);
});
