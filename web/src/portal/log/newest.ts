// The log while it grows: the newest page, and what was loaded before further down. Pure.
import type { LogPage } from "../../data/log.ts";

/** A page that nothing follows is all there is. Where the two do not touch, more has come than a page holds: what lies further
 * down is loaded again when somebody gets there. */
export function withNewest(before: LogPage, newest: LogPage): LogPage {
  const fresh = new Set(newest.items.map(({ id }) => id));
  const last = before.items.findLastIndex(({ id }) => fresh.has(id));
  if (last === -1 || !newest.nextCursor) return newest;
  const further = before.items.slice(last + 1).filter(({ id }) => !fresh.has(id));
  return further.length === 0 ? newest : { ...before, items: [...newest.items, ...further] };
}
