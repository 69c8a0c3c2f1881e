// What has changed between two reports. Pure.
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
}

/** In the given order. A facility that is new has not changed. */
export function statusChanges(before: readonly FacilityStatus[], after: readonly FacilityStatus[]): StatusChange[] {
  const statusBefore = new Map(before.map(({ id, status }) => [id, status]));
  return after.flatMap(({ id, name, status }) => {
    const from = statusBefore.get(id);
    return from === undefined || from === status ? [] : [{ id, name, from, to: status }];
  });
}

/** The order in which changes are announced. */
export const MOST_SEVERE_FIRST: readonly DisplayStatus[] = ["Active", "Unknown", "Clearing", "Clear"];

/** By the new status, most severe first; within one the order stays. */
export function groupByResult(changes: readonly StatusChange[]): { to: DisplayStatus; names: string[] }[] {
  return MOST_SEVERE_FIRST.map((to) => ({
    to,
    names: changes.filter((change) => change.to === to).map(({ name }) => name),
  })).filter(({ names }) => names.length > 0);
}
