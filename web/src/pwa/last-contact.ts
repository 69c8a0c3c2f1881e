// When the service was last reached, for the page that is shown without a connection.
import type { Language } from "../status-text/language.ts";
import { readState, saveState } from "./shared-state.ts";

const KEY = "/last-contact";

export interface LastContact {
  /** By the clock of this device. */
  at: number;
  language: Language;
}

export function readLastContact(): Promise<LastContact | null> {
  return readState<LastContact>(KEY);
}

/** Does nothing where pages have no caches, as without https. */
export async function saveLastContact(contact: LastContact): Promise<void> {
  if (!("caches" in globalThis)) return;
  // Storage may be blocked or full. Then the offline page does not say since when.
  await saveState(KEY, contact).catch(() => undefined);
}
