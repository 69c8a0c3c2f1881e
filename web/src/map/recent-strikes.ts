// Strikes of the last minutes with their distance to the nearest facility. Pure.
import { countUpTo, type StrikeColumns } from "./strikes.ts";
import type { Feet } from "./view.ts";

/** Columns like those of all strikes, oldest first. */
export interface RecentStrikes {
  count: number;
  x: Float64Array;
  y: Float64Array;
  at: Float64Array;
  /** To the nearest of `origins`; infinite without one. */
  feet: Float64Array;
  /** The index of that origin. */
  nearest: Int32Array;
  origins: readonly Feet[];
}

/** `origins` are the facilities from which distances count. */
export function recentStrikes(
  strikes: StrikeColumns,
  asOf: number,
  windowMs: number,
  origins: readonly Feet[],
): RecentStrikes {
  const [start, end] = [countUpTo(strikes, asOf - windowMs - 1), countUpTo(strikes, asOf)];
  const count = end - start;
  const [x, y, at] = [strikes.x.slice(start, end), strikes.y.slice(start, end), strikes.at.slice(start, end)];
  const [feet, nearest] = [new Float64Array(count).fill(Infinity), new Int32Array(count).fill(-1)];
  for (let index = 0; index < count; index += 1) {
    let best = Infinity;
    for (let origin = 0; origin < origins.length; origin += 1) {
      const { x: originX, y: originY } = origins[origin] as Feet;
      const squared = ((x[index] as number) - originX) ** 2 + ((y[index] as number) - originY) ** 2;
      if (squared < best) [best, nearest[index]] = [squared, origin];
    }
    feet[index] = Math.sqrt(best);
  }
  return { count, x, y, at, feet, nearest, origins };
}
