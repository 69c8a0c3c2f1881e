// What lies under a pointer. Pure.
import type { Scene } from "./scene.ts";
import { countUntil, type Strike } from "./strikes.ts";
import { type Pixel, toPixel, type View } from "./view.ts";

export type Picked = { is: "facility"; id: number } | { is: "strike"; strike: Strike } | null;

/** A finger needs 24 pixels to hit something, as WCAG has it. */
const FACILITY_REACH = 22;
const STRIKE_REACH = 14;

/** The nearest facility in reach; else the nearest strike, the newest of those that lie on each other. */
export function picked(view: View, scene: Scene, at: Pixel): Picked {
  let [nearest, found]: [number, number | null] = [FACILITY_REACH, null];
  for (const marker of scene.markers) {
    const away = apart(toPixel(view, marker.at), at);
    if (away < nearest) [nearest, found] = [away, marker.id];
  }
  return found === null ? pickedStrike(view, scene, at) : { is: "facility", id: found };
}

function pickedStrike(view: View, { strikes, asOf, historyMs }: Scene, at: Pixel): Picked {
  let [nearest, found]: [number, Strike | undefined] = [STRIKE_REACH, undefined];
  for (let index = countUntil(strikes, asOf) - 1; index >= 0; index -= 1) {
    if ((strikes.at[index] as number) < asOf - historyMs) break;
    const away = apart(toPixel(view, { x: strikes.x[index] as number, y: strikes.y[index] as number }), at);
    if (away < nearest) [nearest, found] = [away, strikes.rows[index]];
  }
  return found === undefined ? null : { is: "strike", strike: found };
}

function apart(one: Pixel, other: Pixel): number {
  return Math.hypot(one.left - other.left, one.top - other.top);
}
