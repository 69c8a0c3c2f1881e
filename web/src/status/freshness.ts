// Decides which status may be shown, by the report's age and the feed's health. Pure.
import type { ResponseBody } from "../data/contract.ts";
import { type ClockReading, elapsedMs } from "./clock.ts";
import type { DisplayStatus, Status } from "./status.ts";

/** Allows for one missed poll with its retries, not for two. */
export const MAX_AGE_MS = 150_000;

type FeedBody = ResponseBody<"/lightning-strikes/status">["feed"];
export type Feed = Pick<FeedBody, "healthy"> & Partial<Pick<FeedBody, "reason" | "reasonCodes">>;

/** The age counts from the request, so that a slow response does not look fresh. */
export interface Snapshot {
  asOf: string;
  feed: Feed;
  requestedAt: ClockReading;
  /** Neither the stream nor polling reaches the service any more. */
  isContactLost?: boolean;
}

/** Until a newer report arrives. */
export function withoutContact<Report extends Snapshot>(report: Report): Report {
  return report.isContactLost === true ? report : { ...report, isContactLost: true };
}

/** Only a newer report replaces the current one: repeated responses of a cache must not reset the age. */
export function isNewer(current: Snapshot | null, received: Snapshot): boolean {
  return current === null || Date.parse(received.asOf) > Date.parse(current.asOf);
}

export function ageMs(snapshot: Snapshot, now: ClockReading): number {
  return elapsedMs(snapshot.requestedAt, now);
}

/** The report's time plus the time elapsed since, because the device's clock may be wrong. */
export function serverNow(snapshot: Snapshot, now: ClockReading): number {
  return Date.parse(snapshot.asOf) + ageMs(snapshot, now);
}

export function isExpired(snapshot: Snapshot, now: ClockReading): boolean {
  if (snapshot.isContactLost === true) return true;
  // The negation makes NaN count as expired.
  return !(ageMs(snapshot, now) <= MAX_AGE_MS) || Number.isNaN(Date.parse(snapshot.asOf));
}

export function expiresInMs(snapshot: Snapshot, now: ClockReading): number {
  return Math.max(0, MAX_AGE_MS - ageMs(snapshot, now));
}

/** `feed` and `caution`: the feed is not known to be healthy. Null: nothing is wrong. */
export type StatusWarning = "waiting" | "expired" | "feed" | "caution" | null;

export interface Assessment {
  status: DisplayStatus;
  warning: StatusWarning;
}

/** The time that a status is about, and for the past whether the feed is known to have worked then. */
export type ShownTime = "now" | "past" | "past-unwatched";

/**
 * The status to show. Without a report, or with an expired one: Unknown. Clear requires a feed that is known to be healthy.
 * Active and Clearing stay without one, because known strikes remain true, but with a warning. The past cannot expire.
 */
export function assessStatus(
  snapshot: Snapshot | null,
  status: Status | null,
  now: ClockReading,
  time: ShownTime = "now",
): Assessment {
  if (snapshot === null || status === null) return { status: "Unknown", warning: "waiting" };
  if (time === "now" && isExpired(snapshot, now)) return { status: "Unknown", warning: "expired" };
  const isWatched = time === "now" ? snapshot.feed.healthy === true : time === "past";
  if (isWatched) return { status, warning: null };
  return status === "Clear" ? { status: "Unknown", warning: "feed" } : { status, warning: "caution" };
}
