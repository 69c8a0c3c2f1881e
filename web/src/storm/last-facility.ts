// The facility that was opened last, remembered in this browser: most visitors always look at the same one.
import { SavedValue } from "./saved-value.ts";

const SAVED = new SavedValue("stormwire-last-facility");

export function lastFacility(): number | null {
  const id = Number(SAVED.read());
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Null forgets it. */
export function rememberFacility(id: number | null): void {
  SAVED.write(id === null ? null : String(id));
}
