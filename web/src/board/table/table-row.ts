// The figures of each facility in the dashboard's table, their order and their filters. Pure.
import type { Parameters } from "../../data/lightning.ts";
import type { StatusWarning } from "../../status/freshness.ts";
import { DISPLAY_STATUSES, type DisplayStatus } from "../../status/status.ts";
import { lastInRadiusAt } from "../../storm/strike-facts.ts";
import type { FacilityRow } from "../../storm/summary.ts";
import type { RecentChange } from "./recent-changes.ts";

export interface TableRow {
  id: number;
  name: string;
  status: DisplayStatus;
  warning: StatusWarning;
  /** When the facility becomes Clear if there are no more strikes. */
  clearAt: number | null;
  /** Of the strikes within the radius during the danger window. */
  nearestMiles: number | null;
  /** The last strike within the radius, while it still counts. */
  lastInRadiusAt: number | null;
  /** Null if the status has not changed recently. */
  change: RecentChange | null;
}

/** Without a known status there are no figures: they may be out of date. */
export function toTableRow(
  { facility, status, warning }: FacilityRow,
  rule: Parameters,
  change: RecentChange | null,
): TableRow {
  const { facilityId: id, name, proximity } = facility;
  const row = { id, name, status, warning, change };
  if (proximity === null || status === "Unknown")
    return { ...row, clearAt: null, nearestMiles: null, lastInRadiusAt: null };
  return {
    ...row,
    clearAt: proximity.clearAt == null ? null : Date.parse(proximity.clearAt),
    nearestMiles: proximity.nearestInWindowMiles ?? null,
    lastInRadiusAt: lastInRadiusAt(proximity, rule),
  };
}

/** What the table can be sorted by. `threat` is by status, then by the figure that matters for it. */
export const SORTS = ["threat", "name", "clearAt", "nearest", "last"] as const;
export type Sort = (typeof SORTS)[number];

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What has just changed comes first, the newest change on top. The rest is in the order of the figure that is shown. */
export function sortRows(rows: readonly TableRow[], sort: Sort): TableRow[] {
  const byFigure = COMPARE[sort];
  return [...rows].sort(
    (one, other) =>
      ascending(minus(one.change?.at), minus(other.change?.at)) ||
      byFigure(one, other) ||
      names.compare(one.name, other.name) ||
      one.id - other.id,
  );
}

const COMPARE: Record<Sort, (one: TableRow, other: TableRow) => number> = {
  threat: (one, other) => rank(one) - rank(other) || byThreat(one, other),
  name: () => 0,
  clearAt: (one, other) => ascending(one.clearAt, other.clearAt),
  nearest: (one, other) => ascending(one.nearestMiles, other.nearestMiles),
  last: (one, other) => ascending(minus(one.lastInRadiusAt), minus(other.lastInRadiusAt)),
};

/** Of the same status: the nearest strike first; then the longest wait. */
function byThreat(one: TableRow, other: TableRow): number {
  return ascending(one.nearestMiles, other.nearestMiles) || ascending(minus(one.clearAt), minus(other.clearAt));
}

function rank({ status }: TableRow): number {
  return DISPLAY_STATUSES.indexOf(status);
}

/** Unknown figures come last. */
function ascending(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one - other;
}

function minus(value: number | null | undefined): number | null {
  return value == null ? null : -value;
}

export function countByStatus(rows: readonly { status: DisplayStatus }[]): Record<DisplayStatus, number> {
  const counts = { Active: 0, Clearing: 0, Clear: 0, Unknown: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

/** The next all clear, for the wall and the heading of the table; null if nothing is waiting for one. */
export function nextAllClear<Row extends { clearAt: number | null }>(rows: readonly Row[]): Row | null {
  return rows.reduce<Row | null>(
    (first, row) => (row.clearAt !== null && (first?.clearAt == null || row.clearAt < first.clearAt) ? row : first),
    null,
  );
}
