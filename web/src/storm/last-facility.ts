// The facility that was opened last, remembered in this browser: most visitors always look at the same one.
const STORAGE_KEY = "stormwire-last-facility";

export function lastFacility(): number | null {
  try {
    const id = Number(localStorage.getItem(STORAGE_KEY));
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function rememberFacility(id: number | null): void {
  try {
    if (id === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, String(id));
  } catch {
    // Storage may be blocked; then the page starts with all facilities.
  }
}
