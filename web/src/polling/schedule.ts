// When to ask next. Pure: chance is handed in as a number from 0 to 1.

export const POLL_INTERVAL_MS = 60_000;
const JITTER = 0.1;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 120_000;
/** The service may repeat itself for as long, so asking sooner tells nothing new. */
export const MIN_GAP_MS = 5_000;

export interface PollState {
  /** A replay shows the past: nothing is asked on its own. */
  isReplay: boolean;
  /** Since the last question was sent; null when none was. */
  sinceRequestMs: number | null;
  /** How many questions in a row had no answer. A refusal is an answer. */
  failures: number;
  /** From `Retry-After`, counted from the last question. */
  retryAfterMs: number | null;
  /** Until the shown status is to end (`clearAt`), or null. */
  statusEndsInMs: number | null;
}

/** How long to wait before asking; null: not at all. */
export function nextPollInMs(state: PollState, random: number): number | null {
  if (state.isReplay) return null;
  if (state.sinceRequestMs === null) return 0;
  const planned = state.failures > 0 ? retryInMs(state, random) : POLL_INTERVAL_MS * spread(JITTER, random);
  const left = planned - state.sinceRequestMs;
  const soon = state.failures > 0 ? left : Math.min(left, afterStatusEndsInMs(state, random));
  return Math.max(0, soon);
}

/** The page is seen again, or the network is back: at once, unless it was asked just now or the server begged for time. */
export function wakePollInMs(state: PollState): number | null {
  if (state.isReplay) return null;
  if (state.sinceRequestMs === null) return 0;
  return Math.max(0, Math.max(MIN_GAP_MS, state.retryAfterMs ?? 0) - state.sinceRequestMs);
}

/** Doubles from five seconds to two minutes, by half more or less, so that screens that failed together do not come back together. */
function retryInMs({ failures, retryAfterMs }: PollState, random: number): number {
  const planned = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 16)) * spread(0.5, random);
  return Math.max(planned, retryAfterMs ?? 0);
}

/** Just after the countdown's end, so that nobody waits a minute before a screen that says 00:00. */
function afterStatusEndsInMs({ statusEndsInMs, sinceRequestMs }: PollState, random: number): number {
  if (statusEndsInMs === null) return Infinity;
  const after = statusEndsInMs + 1_000 + 2_000 * random;
  return Math.max(after, MIN_GAP_MS - (sinceRequestMs ?? 0));
}

function spread(part: number, random: number): number {
  return 1 + part * (2 * random - 1);
}
