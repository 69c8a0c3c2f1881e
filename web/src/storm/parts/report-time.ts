// The time and the feed of what is shown from several responses. Pure.
import type { Feed } from "../../data/lightning.ts";
import { isNewer, type Snapshot } from "../../status/freshness.ts";

/** A cache that never becomes newer must not be asked every second. */
const MAX_RETRIES = 5;

export interface ReportTime {
  asOf: string;
  feed: Feed;
}

/** As old as the oldest response, with a healthy feed only if it is healthy in all of them: Clear needs both. */
export function commonTime(first: ReportTime, others: readonly ReportTime[]): ReportTime {
  const isOlder = (one: ReportTime, other: ReportTime) => Date.parse(one.asOf) < Date.parse(other.asOf);
  const { asOf, feed } = others.reduce((oldest, one) => (isOlder(one, oldest) ? one : oldest), first);
  const unhealthy = [first, ...others].find(({ feed }) => feed.healthy !== true);
  return { asOf, feed: unhealthy?.feed ?? feed };
}

/** What replaces the snapshot that is shown; null if that is newer. */
export function nextSnapshot(current: Snapshot | null, received: Snapshot, isOtherPart: boolean): Snapshot | null {
  if (current === null || isNewer(current, received)) return received;
  // Other facilities of the same time: the age keeps counting from the first request.
  const isSameTime = Date.parse(received.asOf) === Date.parse(current.asOf);
  return isOtherPart && isSameTime ? { ...current, feed: received.feed } : null;
}

/**
 * Whether to request again soon after `olderReports` in a row. A report is as old as its oldest part: of several processes of the
 * service one may be a moment behind, and a new strike that the others know must not wait for the next poll.
 */
export function retriesOlder(current: Snapshot | null, received: Snapshot, olderReports: number): boolean {
  const isOlder = current !== null && Date.parse(received.asOf) < Date.parse(current.asOf);
  return isOlder && olderReports <= MAX_RETRIES;
}
