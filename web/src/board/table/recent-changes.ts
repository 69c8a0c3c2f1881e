// The facilities whose status has changed in the last minutes, from the service's recorded events. Pure.
import type { ResponseBody } from "../../data/contract.ts";
import { type DisplayStatus, isDisplayStatus } from "../../status/status.ts";

export const RECENT_MINUTES = 5;
export const RECENT_MS = RECENT_MINUTES * 60_000;

export type StatusEvent = ResponseBody<"/lightning-strikes/events">[number];

export interface RecentChange {
  from: DisplayStatus;
  to: DisplayStatus;
  at: number;
}

/** By the id of the facility: its last change. Events of rings, and of facilities without another status, do not count. */
export function recentChanges(events: readonly StatusEvent[], now: number): Map<number, RecentChange> {
  const changes = new Map<number, RecentChange>();
  for (const { facilityId, from, to, ring, at: text } of events) {
    const at = Date.parse(text);
    if (ring != null || !isDisplayStatus(from) || !isDisplayStatus(to) || from === to) continue;
    if (now - at <= RECENT_MS) changes.set(facilityId, { from, to, at });
  }
  return changes;
}

/** Only if it leads to the status that is shown: an event may be newer or older than the report. */
export function changeOf(
  changes: ReadonlyMap<number, RecentChange>,
  facilityId: number,
  status: DisplayStatus,
): RecentChange | null {
  const change = changes.get(facilityId);
  return change?.to === status ? change : null;
}

export function isSameChanges(
  one: ReadonlyMap<number, RecentChange>,
  other: ReadonlyMap<number, RecentChange>,
): boolean {
  return (
    one.size === other.size &&
    [...one].every(([id, { to, at }]) => other.get(id)?.at === at && other.get(id)?.to === to)
  );
}
