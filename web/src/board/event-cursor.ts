// Which recorded events this tab has read. It survives a reload, so that no change is missed and none is announced twice.
import { SavedValue } from "../storm/saved-value.ts";
import { RECENT_MS, type StatusEvent } from "./table/recent-changes.ts";

const SAVED = new SavedValue("stormwire-event-cursor", () => sessionStorage);
/** Older changes are on the screen and need no sound. */
const MAX_GAP_MS = 60 * 60_000;

export interface EventCursor {
  /** The last event that was read; 0 if there was none. */
  id: number;
  /** When events were read last, in milliseconds since 1970, by the clock of the service. */
  readAt: number;
}

/** The time from which events are requested. */
export function eventsSince(cursor: EventCursor | null, now: number): number {
  const readAt = cursor?.readAt ?? now;
  return Math.max(Math.min(readAt, now - RECENT_MS), now - MAX_GAP_MS);
}

/** Whether some events after the cursor are too old to be requested. */
export function isTooOld({ readAt }: EventCursor, now: number): boolean {
  return now - readAt > MAX_GAP_MS;
}

/** Without a cursor the page was just opened and shows the result of all events. */
export function unreadEvents(cursor: EventCursor | null, events: readonly StatusEvent[]): StatusEvent[] {
  return cursor === null ? [] : events.filter(({ id }) => id > cursor.id);
}

export function movedCursor(cursor: EventCursor | null, events: readonly StatusEvent[], now: number): EventCursor {
  return { id: Math.max(cursor?.id ?? 0, ...events.map(({ id }) => id)), readAt: now };
}

export function parseCursor(text: string | null): EventCursor | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null || !("id" in value) || !("readAt" in value)) return null;
    const { id, readAt } = value;
    return Number.isSafeInteger(id) && Number.isFinite(readAt) ? { id: Number(id), readAt: Number(readAt) } : null;
  } catch {
    return null;
  }
}

export function savedCursor(): EventCursor | null {
  return parseCursor(SAVED.read());
}

export function saveCursor(cursor: EventCursor): void {
  SAVED.write(JSON.stringify(cursor));
}
