// How a facility stood over a time, from its strikes. Pure. The rule is the service's: Active up to and including last + danger,
// Clearing before last + all clear, Clear otherwise.
import type { Status } from "../words/standing.ts";

export interface Period {
  status: Status;
  from: number;
  to: number;
}

/** The periods between two times, without gaps. `strikes` are the times of strikes within the radius, in any order. */
export function periods(
  strikes: readonly number[],
  dangerMs: number,
  allClearMs: number,
  from: number,
  to: number,
): Period[] {
  const times = [...strikes].filter((at) => at <= to).sort((one, other) => one - other);
  const found: Period[] = [];
  const add = (status: Status, start: number, end: number): void => {
    const [low, high] = [Math.max(start, from), Math.min(end, to)];
    if (low >= high) return;
    const last = found.at(-1);
    if (last?.status === status && last.to >= low) last.to = Math.max(last.to, high);
    else found.push({ status, from: low, to: high });
  };
  let known = from;
  times.forEach((at, index) => {
    const next = times[index + 1] ?? Infinity;
    if (at > known) add("Clear", known, at);
    const activeEnd = Math.min(next, at + dangerMs);
    add("Active", Math.max(at, known), activeEnd);
    const clearingEnd = Math.min(next, at + allClearMs);
    if (clearingEnd > activeEnd) add("Clearing", activeEnd, clearingEnd);
    known = Math.max(known, activeEnd, clearingEnd);
  });
  add("Clear", known, to);
  return found;
}

export function totals(all: readonly Period[]): Record<Status, number> {
  const sums: Record<Status, number> = { Active: 0, Clearing: 0, Clear: 0 };
  for (const { status, from, to } of all) sums[status] += to - from;
  return sums;
}
