// A facility's status over time, computed from its strikes. Pure. The same rule as in the service: Active until and including
// last strike + danger window, Clearing before last strike + all-clear window, Clear otherwise.
import type { DisplayStatus, Status } from "../status/status.ts";

export interface StatusPeriod {
  status: Status;
  from: number;
  to: number;
}

/** The periods between two times, without gaps. `strikes` are the times of strikes within the radius, in any order. */
export function statusPeriods(
  strikes: readonly number[],
  dangerMs: number,
  allClearMs: number,
  from: number,
  to: number,
): StatusPeriod[] {
  const times = [...strikes].filter((at) => at <= to).sort((one, other) => one - other);
  const periods: StatusPeriod[] = [];
  const add = (status: Status, start: number, end: number): void => {
    const [low, high] = [Math.max(start, from), Math.min(end, to)];
    if (low >= high) return;
    const last = periods.at(-1);
    if (last?.status === status && last.to >= low) last.to = Math.max(last.to, high);
    else periods.push({ status, from: low, to: high });
  };
  let coveredUntil = from;
  times.forEach((at, index) => {
    const next = times[index + 1] ?? Infinity;
    if (at > coveredUntil) add("Clear", coveredUntil, at);
    const activeEnd = Math.min(next, at + dangerMs);
    add("Active", Math.max(at, coveredUntil), activeEnd);
    const clearingEnd = Math.min(next, at + allClearMs);
    if (clearingEnd > activeEnd) add("Clearing", activeEnd, clearingEnd);
    coveredUntil = Math.max(coveredUntil, activeEnd, clearingEnd);
  });
  add("Clear", coveredUntil, to);
  return periods;
}

/** Also Unknown, which strikes alone do not say. */
export interface ShownPeriod {
  status: DisplayStatus;
  from: number;
  to: number;
}

/** Neighbors with the same status become one period. */
export function joinPeriods(periods: readonly ShownPeriod[]): ShownPeriod[] {
  const joined: ShownPeriod[] = [];
  for (const period of periods) {
    const last = joined.at(-1);
    if (last?.status === period.status && last.to === period.from) last.to = period.to;
    else joined.push({ ...period });
  }
  return joined;
}

export function totalByStatus(periods: readonly ShownPeriod[]): Record<DisplayStatus, number> {
  const totals: Record<DisplayStatus, number> = { Active: 0, Clearing: 0, Clear: 0, Unknown: 0 };
  for (const { status, from, to } of periods) totals[status] += to - from;
  return totals;
}
