// Merges the newest page of the log with the pages loaded before. Pure.
import type { LogPage } from "../../data/log.ts";

/**
 * A last page is complete. When the pages do not overlap, more messages have arrived than a page holds; older ones are then
 * loaded again when the user scrolls down.
 */
export function mergeNewest(before: LogPage, newest: LogPage): LogPage {
  const newestIds = new Set(newest.items.map(({ id }) => id));
  const lastShared = before.items.findLastIndex(({ id }) => newestIds.has(id));
  if (lastShared === -1 || !newest.nextCursor) return newest;
  const older = before.items.slice(lastShared + 1).filter(({ id }) => !newestIds.has(id));
  return older.length === 0 ? newest : { ...before, items: [...newest.items, ...older] };
}
