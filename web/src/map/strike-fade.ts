// Fades strikes by age. Pure.

/** Strikes in the same step share one sprite. */
export const FADE_COUNT = 12;

export interface StrikeFade {
  /** From 0 (newest) to FADE_COUNT - 1 (oldest). */
  step: number;
  opacity: number;
  /** In pixels. */
  radius: number;
}

const NEWEST = { opacity: 1, radius: 5 };
const OLDEST = { opacity: 0.3, radius: 2.6 };

/** All steps, newest first. */
export const FADE_STEPS: readonly StrikeFade[] = Array.from({ length: FADE_COUNT }, (_, step) => {
  const part = step / (FADE_COUNT - 1);
  return {
    step,
    opacity: mixColors(NEWEST.opacity, OLDEST.opacity, part),
    radius: mixColors(NEWEST.radius, OLDEST.radius, part),
  };
});

/** Half of the steps cover the danger window. -1: not drawn. */
export function fadeStep(ageMs: number, dangerMs: number, historyMs: number): number {
  if (!(ageMs >= 0) || ageMs > historyMs) return -1;
  const half = FADE_COUNT / 2;
  if (ageMs <= dangerMs) return Math.min(half - 1, Math.floor((ageMs / dangerMs) * half));
  const part = (ageMs - dangerMs) / Math.max(1, historyMs - dangerMs);
  return Math.min(FADE_COUNT - 1, half + Math.floor(part * half));
}

function mixColors(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}
