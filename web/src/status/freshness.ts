// Whether a report is fresh enough to be shown. Pure: the time is passed in.
import type { ResponseBody } from "../data/contract.ts";
import { type ClockReading, elapsed } from "./clock.ts";
import type { DisplayStatus, Status } from "./status.ts";

/** One missed poll with its retries may pass; a second one may not. */
export const MAX_AGE_MS = 150_000;

type FeedBody = ResponseBody<"/lightning-strikes/status">["feed"];
export type Feed = Pick<FeedBody, "healthy"> & Partial<Pick<FeedBody, "reason">>;

/** What matters of a report. Its age counts from the request, so that a slow response does not look fresh. */
export interface Snapshot {
  asOf: string;
  feed: Feed;
  requestedAt: ClockReading;
}

/** Only a newer report replaces the current one: a cache that repeats itself must not keep a status alive. */
export function isNewer(current: Snapshot | null, received: Snapshot): boolean {
  return current === null || Date.parse(received.asOf) > Date.parse(current.asOf);
}

export function ageOf(snapshot: Snapshot, now: ClockReading): number {
  return elapsed(snapshot.requestedAt, now);
}

/** From the report's own time and what has passed since: the clock of the device may be wrong by minutes. */
export function serverNow(snapshot: Snapshot, now: ClockReading): number {
  return Date.parse(snapshot.asOf) + ageOf(snapshot, now);
}

export function isExpired(snapshot: Snapshot, now: ClockReading): boolean {
  // Written so that NaN counts as expired.
  return !(ageOf(snapshot, now) <= MAX_AGE_MS) || Number.isNaN(Date.parse(snapshot.asOf));
}

export function expiresIn(snapshot: Snapshot, now: ClockReading): number {
  return Math.max(0, MAX_AGE_MS - ageOf(snapshot, now));
}

/** `feed` and `caution`: the feed is not known to be healthy. Null: nothing is wrong. */
export type Warning = "waiting" | "expired" | "feed" | "caution" | null;

export interface Assessment {
  status: DisplayStatus;
  warning: Warning;
}

/**
 * What may be shown. Without a report, or with an expired one: Unknown. Clear needs a feed that is known to be healthy; a
 * known strike stays known without one, so Active and Clearing stay, with a warning. A replay cannot expire.
 */
export function assess(
  snapshot: Snapshot | null,
  status: Status | null,
  now: ClockReading,
  isReplay = false,
): Assessment {
  if (snapshot === null || status === null) return { status: "Unknown", warning: "waiting" };
  if (isReplay) return { status, warning: null };
  if (isExpired(snapshot, now)) return { status: "Unknown", warning: "expired" };
  if (snapshot.feed.healthy === true) return { status, warning: null };
  return status === "Clear" ? { status: "Unknown", warning: "feed" } : { status, warning: "caution" };
}
