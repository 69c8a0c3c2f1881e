// Reads recorded events page by page, oldest first.
import { readStatusEvents } from "../data/lightning.ts";
import type { StatusEvent } from "./table/recent-changes.ts";

const PAGE_SIZE = 1000;

export interface EventPages {
  events: StatusEvent[];
  /** Whether there are no more. */
  isComplete: boolean;
}

export async function readEventPages(
  query: { since?: string; facilityId?: number },
  maxPages: number,
  signal: AbortSignal,
): Promise<EventPages> {
  const events: StatusEvent[] = [];
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await readStatusEvents(signal, { ...query, limit: PAGE_SIZE, after: events.at(-1)?.id ?? 0 });
    events.push(...page);
    if (page.length < PAGE_SIZE) return { events, isComplete: true };
  }
  return { events, isComplete: false };
}
