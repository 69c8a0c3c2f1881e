// The time and the feed of what is shown from several responses. Pure.
import type { Feed } from "../../data/lightning.ts";
import { isNewer, type Snapshot } from "../../status/freshness.ts";

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
