// A facility's status over time, as the service has recorded it. Pure, except for the request.
import { readStatusEvents } from "../data/lightning.ts";
import { isDisplayStatus } from "../status/status.ts";
import { joinPeriods, type ShownPeriod } from "./periods.ts";
import type { StatusEvent } from "./table/recent-changes.ts";

const PAGE_SIZE = 1000;
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

/** All events of a facility that are kept, until the end. None if there are too many: then nothing is known for sure. */
export async function readFacilityEvents(facilityId: number, to: number, signal: AbortSignal): Promise<StatusEvent[]> {
  const events: StatusEvent[] = [];
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readStatusEvents(signal, { facilityId, limit: PAGE_SIZE, after: events.at(-1)?.id ?? 0 });
    events.push(...page);
    if (page.length < PAGE_SIZE || Date.parse(events.at(-1)?.at ?? "") > to) return events;
  }
  return [];
}
