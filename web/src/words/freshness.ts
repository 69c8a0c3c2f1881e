// When an answer is too old to be shown as true. Pure: the moment is handed in.
import type { ResponseBody } from "../data/contract.ts";
import { elapsed, type Moment } from "./moment.ts";
import type { Standing, Status } from "./standing.ts";

/** How old an answer may get: a missed poll and its retries are forgiven, a second one is not. */
export const PROMISE_MS = 150_000;

type FeedBody = ResponseBody<"/lightning-strikes/status">["feed"];
export type Feed = Pick<FeedBody, "healthy"> & Partial<Pick<FeedBody, "reason">>;

/** What is judged of an answer. The age counts from the asking, so that a slow answer is not taken for a young one. */
export interface Told {
  asOf: string;
  feed: Feed;
  askedAt: Moment;
}

/**
 * Whether an answer takes the place of the one that is held. One that is no newer does not: a cache that goes on repeating itself
 * lets the held one grow old, as it must.
 */
export function isNews(held: Told | null, came: Told): boolean {
  return held === null || Date.parse(came.asOf) > Date.parse(held.asOf);
}

export function ageOf(told: Told, now: Moment): number {
  return elapsed(told.askedAt, now);
}

/** The server's time now, by its own word and what has passed since; the clock of the device may be wrong by minutes. */
export function serverNow(told: Told, now: Moment): number {
  return Date.parse(told.asOf) + ageOf(told, now);
}

export function isExpired(told: Told, now: Moment): boolean {
  const age = ageOf(told, now);
  // Whatever is no number is no proof of being young.
  return !(age <= PROMISE_MS) || Number.isNaN(Date.parse(told.asOf));
}

export function expiresIn(told: Told, now: Moment): number {
  return Math.max(0, PROMISE_MS - ageOf(told, now));
}

/** `feed` and `caution`: the feed is not known to be alive. Null: nothing is wrong. */
export type Doubt = "waiting" | "expired" | "feed" | "caution" | null;

export interface Judgement {
  standing: Standing;
  doubt: Doubt;
}

/**
 * What may be shown. No answer or an old one: Unknown, whatever it said. Clear needs a feed that is known to be alive; a strike that
 * is known stays known without one, so Active and Clearing stand, with a caution. A replay is of the past and cannot expire.
 */
export function judge(told: Told | null, status: Status | null, now: Moment, replaying = false): Judgement {
  if (told === null || status === null) return { standing: "Unknown", doubt: "waiting" };
  if (replaying) return { standing: status, doubt: null };
  if (isExpired(told, now)) return { standing: "Unknown", doubt: "expired" };
  if (told.feed.healthy === true) return { standing: status, doubt: null };
  return status === "Clear" ? { standing: "Unknown", doubt: "feed" } : { standing: status, doubt: "caution" };
}
