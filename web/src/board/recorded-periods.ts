// A facility's status over time, as the service has recorded it. Pure, except for the request.
import { isDisplayStatus } from "../status/status.ts";
import { readEventPages } from "./event-pages.ts";
import { joinPeriods, type ShownPeriod } from "./periods.ts";
import type { StatusEvent } from "./table/recent-changes.ts";

/** Of 1,000 events each. */
const MAX_PAGES = 20;

export interface RecordedPeriods {
  /** Nothing is recorded before. */
  from: number;
  /** From then on, without gaps. */
  periods: ShownPeriod[];
}

/** Null if nothing was recorded before the end. Events are in order, and those of rings do not count. */
export function recordedPeriods(events: readonly StatusEvent[], from: number, to: number): RecordedPeriods | null {
  const changes = events.flatMap(({ at, to: status, ring }) =>
    ring == null && isDisplayStatus(status) ? [{ at: Date.parse(at), status }] : [],
  );
  const start = Math.max(from, changes[0]?.at ?? Infinity);
  if (start >= to) return null;
  const periods = changes.map(({ at, status }, index) => ({
    status,
    from: Math.max(at, start),
    to: Math.min(changes[index + 1]?.at ?? Infinity, to),
  }));
  return { from: start, periods: joinPeriods(periods.filter((period) => period.from < period.to)) };
}

/** All events of a facility that are kept. None if there are too many: then nothing is known for sure. */
export async function readFacilityEvents(facilityId: number, signal: AbortSignal): Promise<StatusEvent[]> {
  const { events, isComplete } = await readEventPages({ facilityId }, MAX_PAGES, signal);
  return isComplete ? events : [];
}
