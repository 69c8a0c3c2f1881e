// What this tab has announced about each facility. It survives a reload, so that nothing is announced twice.
import { type DisplayStatus, isDisplayStatus } from "../status/status.ts";

const STORAGE_KEY = "stormwire-announced";

export type AnnouncedStatus = readonly [facilityId: number, status: DisplayStatus];

export function parseAnnounced(text: string | null): AnnouncedStatus[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isAnnounced) : [];
  } catch {
    return [];
  }
}

function isAnnounced(value: unknown): value is AnnouncedStatus {
  return Array.isArray(value) && Number.isSafeInteger(value[0]) && isDisplayStatus(value[1]);
}

export function savedAnnounced(): AnnouncedStatus[] {
  try {
    return parseAnnounced(sessionStorage.getItem(STORAGE_KEY));
  } catch {
    // Storage may be blocked; then the page starts with what it shows.
    return [];
  }
}

export function saveAnnounced(announced: Iterable<AnnouncedStatus>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...announced]));
  } catch {
    // As above.
  }
}
