// The status changes between two reports. Pure.
import type { DisplayStatus } from "../status/status.ts";

export interface FacilityStatus {
  id: number;
  name: string;
  status: DisplayStatus;
}

export interface StatusChange {
  id: number;
  name: string;
  from: DisplayStatus;
  to: DisplayStatus;
  /** The facility was not loaded before. What it was before that, and was announced as, says nothing about this change. */
  isNewlyLoaded?: boolean;
}

/**
 * In the order of `after`. `others` is the status before of all facilities that are not in `before`; null if it is not known: then
 * a new facility is not a change.
 */
export function statusChanges(
  before: readonly FacilityStatus[],
  after: readonly FacilityStatus[],
  others: DisplayStatus | null = null,
): StatusChange[] {
  const statusBefore = new Map(before.map(({ id, status }) => [id, status]));
  return after.flatMap(({ id, name, status }) => {
    const from = statusBefore.get(id);
    if (from !== undefined) return from === status ? [] : [{ id, name, from, to: status }];
    if (others === null || status === others || status === "Unknown") return [];
    return [{ id, name, from: others, to: status, isNewlyLoaded: true }];
  });
}

/** What a page announces: on the page of a facility the others are of no interest. */
export function changesOfPage(changes: readonly StatusChange[], facility: number | null): StatusChange[] {
  return changes.filter(({ id }) => facility === null || id === facility);
}

/** The order in which changes are announced. */
export const MOST_SEVERE_FIRST: readonly DisplayStatus[] = ["Active", "Unknown", "Clearing", "Clear"];

/** Groups by new status, most severe first. Keeps the order within a group. */
export function groupByResult(changes: readonly StatusChange[]): { to: DisplayStatus; names: string[] }[] {
  return MOST_SEVERE_FIRST.map((to) => ({
    to,
    names: changes.filter((change) => change.to === to).map(({ name }) => name),
  })).filter(({ names }) => names.length > 0);
}
