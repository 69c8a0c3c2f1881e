// When to ask next. Pure: chance is handed in as a number from 0 to 1.

export const EVERY_MS = 60_000;
const JITTER = 0.1;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 120_000;
/** The service may repeat itself for as long, so asking sooner tells nothing new. */
export const LEAST_GAP_MS = 5_000;

export interface Known {
  /** A replay shows the past: nothing is asked on its own. */
  replaying: boolean;
  /** Since the last question was sent; null when none was. */
  sinceAskedMs: number | null;
  /** How many questions in a row had no answer. A refusal is an answer. */
  failures: number;
  /** From `Retry-After`, counted from the last question. */
  retryAfterMs: number | null;
  /** Until the shown status is to end (`clearAt`), or null. */
  changeInMs: number | null;
}

/** How long to wait before asking; null: not at all. */
export function nextLook(known: Known, chance: number): number | null {
  if (known.replaying) return null;
  if (known.sinceAskedMs === null) return 0;
  const planned = known.failures > 0 ? retry(known, chance) : EVERY_MS * spread(JITTER, chance);
  const left = planned - known.sinceAskedMs;
  const soon = known.failures > 0 ? left : Math.min(left, change(known, chance));
  return Math.max(0, soon);
}

/** The page is seen again, or the network is back: at once, unless it was asked just now or the server begged for time. */
export function wokenLook(known: Known): number | null {
  if (known.replaying) return null;
  if (known.sinceAskedMs === null) return 0;
  return Math.max(0, Math.max(LEAST_GAP_MS, known.retryAfterMs ?? 0) - known.sinceAskedMs);
}

/** Doubles from five seconds to two minutes, by half more or less, so that screens that failed together do not come back together. */
function retry({ failures, retryAfterMs }: Known, chance: number): number {
  const planned = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 16)) * spread(0.5, chance);
  return Math.max(planned, retryAfterMs ?? 0);
}

/** Just after the countdown's end, so that nobody waits a minute before a screen that says 00:00. */
function change({ changeInMs, sinceAskedMs }: Known, chance: number): number {
  if (changeInMs === null) return Infinity;
  const after = changeInMs + 1_000 + 2_000 * chance;
  return Math.max(after, LEAST_GAP_MS - (sinceAskedMs ?? 0));
}

function spread(part: number, chance: number): number {
  return 1 + part * (2 * chance - 1);
}
