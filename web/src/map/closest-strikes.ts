// The closest strikes of the last 5, 15 and 30 minutes: whether a storm comes nearer is visible at a glance. Pure.
import type { RecentStrikes } from "./recent-strikes.ts";
import type { Feet } from "./view.ts";

const CLOSEST_MINUTES = [5, 15, 30] as const;

export interface ClosestStrike {
  /** The shortest period in which it is the closest. */
  minutes: number;
  at: Feet;
  facility: Feet;
  feet: number;
}

/** Newest period first. A strike that is the closest of several periods is listed once. */
export function closestStrikes(recent: RecentStrikes, asOf: number): ClosestStrike[] {
  const found: ClosestStrike[] = [];
  let last = -1;
  for (const minutes of CLOSEST_MINUTES) {
    const closest = closestSince(recent, asOf - minutes * 60_000);
    const facility = recent.origins[recent.nearest[closest] ?? -1];
    if (closest === last || facility === undefined) continue;
    const at = { x: recent.x[closest] as number, y: recent.y[closest] as number };
    found.push({ minutes, at, facility, feet: recent.feet[closest] as number });
    last = closest;
  }
  return found;
}

/** -1 without a strike. Of equal distances the newest. */
function closestSince({ count, at, feet }: RecentStrikes, since: number): number {
  let best = -1;
  for (let index = count - 1; index >= 0 && (at[index] as number) >= since; index -= 1)
    if (best === -1 || (feet[index] as number) < (feet[best] as number)) best = index;
  return best;
}
