// Finds the facility or strike under a pointer. Pure.
import type { Scene } from "./scene.ts";
import { countUpTo, type Strike } from "./strikes.ts";
import { type MapView, type Pixel, toPixel } from "./view.ts";

export type HitResult = { is: "facility"; id: number } | { is: "strike"; strike: Strike } | null;

type HitScene = Pick<Scene, "markers" | "strikes" | "asOf" | "historyMs">;

/** In pixels. WCAG requires targets of at least 24 by 24. */
const FACILITY_REACH = 22;
const STRIKE_REACH = 14;

/** The nearest facility within reach, else the nearest strike. Of strikes at one position, the newest. */
export function hitTest(view: MapView, scene: HitScene, at: Pixel): HitResult {
  let [nearest, found]: [number, number | null] = [FACILITY_REACH, null];
  for (const marker of scene.markers) {
    const pixels = distance(toPixel(view, marker.at), at);
    if (pixels < nearest) [nearest, found] = [pixels, marker.id];
  }
  return found === null ? hitTestStrikes(view, scene, at) : { is: "facility", id: found };
}

function hitTestStrikes(view: MapView, { strikes, asOf, historyMs }: HitScene, at: Pixel): HitResult {
  let [nearest, found]: [number, Strike | undefined] = [STRIKE_REACH, undefined];
  for (let index = countUpTo(strikes, asOf) - 1; index >= 0; index -= 1) {
    if ((strikes.at[index] as number) < asOf - historyMs) break;
    const pixels = distance(toPixel(view, { x: strikes.x[index] as number, y: strikes.y[index] as number }), at);
    if (pixels < nearest) [nearest, found] = [pixels, strikes.rows[index]];
  }
  return found === undefined ? null : { is: "strike", strike: found };
}

function distance(one: Pixel, other: Pixel): number {
  return Math.hypot(one.left - other.left, one.top - other.top);
}
