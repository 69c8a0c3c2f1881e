// Merges the newest page of the log with the pages loaded before. Pure.
import type { LogPage } from "../../data/log.ts";

/**
 * A last page is complete. When the pages do not overlap, more messages have arrived than a page holds; older ones are then
 * loaded again when the user scrolls down.
 */
export function mergeNewest(before: LogPage, newest: LogPage): LogPage {
  const newestIds = new Set(newest.items.map(({ id }) => id));
  if (newest.searchedTo) return mergeSearch(before, newest, newest.searchedTo);
  const lastShared = before.items.findLastIndex(({ id }) => newestIds.has(id));
  if (lastShared === -1 || !newest.nextCursor) return newest;
  const older = before.items.slice(lastShared + 1).filter(({ id }) => !newestIds.has(id));
  return older.length === 0 ? newest : { ...before, items: [...newest.items, ...older] };
}

/** The newest page has all matches down to a time; older ones that were found before stay. */
function mergeSearch(before: LogPage, newest: LogPage, searchedTo: string): LogPage {
  const end = Date.parse(searchedTo);
  const beforeEnd = before.searchedTo ?? before.items.at(-1)?.detectedAt;
  const wentFurther = !before.nextCursor || (beforeEnd !== undefined && Date.parse(beforeEnd) < end);
  if (!wentFurther) return newest;
  const older = before.items.filter(({ detectedAt }) => Date.parse(detectedAt) < end);
  return { ...before, items: [...newest.items, ...older] };
}
