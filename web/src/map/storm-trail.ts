// Where the storm was during the last hour: the center of the strikes of each ten minutes. No forecast. Pure.
import { countUpTo, type StrikeColumns } from "./strikes.ts";
import type { Box, Feet } from "./view.ts";

const STEP_MS = 10 * 60_000;
const STEPS = 6;
/** The center of fewer strikes says little. */
const MIN_STRIKES = 3;

export interface TrailPoint extends Feet {
  /** In steps of ten minutes: 0 is the newest. */
  age: number;
}

/** Oldest first; only strikes inside `box` count, so that another storm far away does not pull the center. */
export function stormTrail(strikes: StrikeColumns, asOf: number, box: Box): TrailPoint[] {
  const points: TrailPoint[] = [];
  for (let age = STEPS - 1; age >= 0; age -= 1) {
    const end = asOf - age * STEP_MS;
    const center = centerBetween(strikes, countUpTo(strikes, end - STEP_MS), countUpTo(strikes, end), box);
    if (center !== null) points.push({ ...center, age });
  }
  return points;
}

function centerBetween({ x, y }: StrikeColumns, start: number, end: number, box: Box): Feet | null {
  let [sumX, sumY, count] = [0, 0, 0];
  for (let index = start; index < end; index += 1) {
    const [atX, atY] = [x[index] as number, y[index] as number];
    if (atX < box.minX || atX > box.maxX || atY < box.minY || atY > box.maxY) continue;
    [sumX, sumY, count] = [sumX + atX, sumY + atY, count + 1];
  }
  return count < MIN_STRIKES ? null : { x: sumX / count, y: sumY / count };
}
