// How strong a strike is drawn by its age. Pure.

/** Strikes of one step look the same, so that each step needs one picture. */
export const FADES = 12;

export interface Fade {
  /** 0 newest to FADES - 1 oldest. */
  step: number;
  /** 1 is solid. */
  strength: number;
  /** In pixels. */
  radius: number;
}

const NEWEST = { strength: 1, radius: 5 };
const OLDEST = { strength: 0.3, radius: 2.6 };

/** All steps, newest first. */
export const FADE_STEPS: readonly Fade[] = Array.from({ length: FADES }, (_, step) => {
  const part = step / (FADES - 1);
  return {
    step,
    strength: mix(NEWEST.strength, OLDEST.strength, part),
    radius: mix(NEWEST.radius, OLDEST.radius, part),
  };
});

/** Half of the steps are for the danger window, which matters most, the rest for the time before it. -1: not drawn. */
export function fadeStep(ageMs: number, dangerMs: number, historyMs: number): number {
  if (!(ageMs >= 0) || ageMs > historyMs) return -1;
  const half = FADES / 2;
  if (ageMs <= dangerMs) return Math.min(half - 1, Math.floor((ageMs / dangerMs) * half));
  const part = (ageMs - dangerMs) / Math.max(1, historyMs - dangerMs);
  return Math.min(FADES - 1, half + Math.floor(part * half));
}

function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}
