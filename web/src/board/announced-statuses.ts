// What this tab has announced about each facility. It survives a reload, so that nothing is announced twice.
import { type DisplayStatus, isDisplayStatus } from "../status/status.ts";
import { SavedValue } from "../storm/saved-value.ts";

const SAVED = new SavedValue("stormwire-announced", () => sessionStorage);

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
  return parseAnnounced(SAVED.read());
}

export function saveAnnounced(announced: Iterable<AnnouncedStatus>): void {
  SAVED.write(JSON.stringify([...announced]));
}
