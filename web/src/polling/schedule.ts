// Computes the time of the next poll. Pure: `random` is from 0 to 1.

export const POLL_INTERVAL_MS = 60_000;
const JITTER = 0.1;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 120_000;
/** The service may cache its response for this long, so polling sooner is useless. */
export const MIN_GAP_MS = 5_000;

/** Between two polls because of changes. */
const CHANGE_GAP_MS = 900;
const FIRST_STREAM_RETRY_MS = 2_000;

export interface PollState {
  /** A replay shows the past and is not polled. */
  isReplay: boolean;
  /** Since the last request was sent; null before the first. */
  sinceRequestMs: number | null;
  /** Requests in a row without a usable response. */
  failures: number;
  /** From `Retry-After`, counted from the last request. */
  retryAfterMs: number | null;
  /** Until `clearAt`; null without one. */
  statusEndsInMs: number | null;
}

/** Null: no request is scheduled. */
export function nextPollInMs(state: PollState, random: number): number | null {
  if (state.isReplay) return null;
  if (state.sinceRequestMs === null) return 0;
  const interval = state.failures > 0 ? retryInMs(state, random) : POLL_INTERVAL_MS * jitterFactor(JITTER, random);
  const leftMs = interval - state.sinceRequestMs;
  const waitMs = state.failures > 0 ? leftMs : Math.min(leftMs, afterStatusEndsInMs(state, random));
  return Math.max(0, waitMs);
}

/** For a page that is visible or online again: at once, but respects the minimum gap and `Retry-After`. */
export function wakePollInMs(state: PollState): number | null {
  if (state.isReplay) return null;
  if (state.sinceRequestMs === null) return 0;
  return Math.max(0, Math.max(MIN_GAP_MS, state.retryAfterMs ?? 0) - state.sinceRequestMs);
}

/** After a change was announced: at once, but not more often than about once a second. */
export function changePollInMs(state: PollState): number | null {
  if (state.failures > 0 || state.retryAfterMs !== null) return wakePollInMs(state);
  if (state.isReplay) return null;
  return state.sinceRequestMs === null ? 0 : Math.max(0, CHANGE_GAP_MS - state.sinceRequestMs);
}

/** Until a lost stream is opened again. */
export function streamRetryInMs(failures: number, random: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_STREAM_RETRY_MS * 2 ** Math.min(failures - 1, 16)) * jitterFactor(0.5, random);
}

/** Doubles from 5 seconds to 2 minutes, with 50 % jitter, so that screens that failed together do not retry together. */
function retryInMs({ failures, retryAfterMs }: PollState, random: number): number {
  const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 16)) * jitterFactor(0.5, random);
  return Math.max(backoff, retryAfterMs ?? 0);
}

/** Just after the countdown's end, so that no screen shows 00:00 for a minute. */
function afterStatusEndsInMs({ statusEndsInMs, sinceRequestMs }: PollState, random: number): number {
  if (statusEndsInMs === null) return Infinity;
  const after = statusEndsInMs + 1_000 + 2_000 * random;
  return Math.max(after, MIN_GAP_MS - (sinceRequestMs ?? 0));
}

function jitterFactor(part: number, random: number): number {
  return 1 + part * (2 * random - 1);
}
