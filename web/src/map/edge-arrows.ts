// Points out recent strikes that are outside the visible part of the map. Pure.
import type { Area } from "./label-layout.ts";
import type { RecentStrikes } from "./recent-strikes.ts";
import { type Feet, type MapView, type Size, visibleBox } from "./view.ts";

/** Clockwise from north, like the sectors below. */
export const COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
export type CompassPoint = (typeof COMPASS)[number];

export interface EdgeArrow {
  direction: CompassPoint;
  count: number;
  /** From the closest of them to the nearest facility. */
  feet: number;
  /** The closest of them. */
  closest: Feet;
}

/** At most one arrow for each direction, as seen from the center of the map. */
export function edgeArrows(view: MapView, recent: RecentStrikes): EdgeArrow[] {
  const box = visibleBox(view);
  const arrows: (EdgeArrow | undefined)[] = COMPASS.map(() => undefined);
  for (let index = 0; index < recent.count; index += 1) {
    const [x, y, feet] = [recent.x[index] as number, recent.y[index] as number, recent.feet[index] as number];
    if (x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY) continue;
    const sector = sectorOf(x - view.center.x, y - view.center.y);
    const arrow = arrows[sector];
    if (arrow === undefined)
      arrows[sector] = { direction: COMPASS[sector] as CompassPoint, count: 1, feet, closest: { x, y } };
    else {
      arrow.count += 1;
      if (feet < arrow.feet) [arrow.feet, arrow.closest] = [feet, { x, y }];
    }
  }
  return arrows.filter((arrow) => arrow !== undefined);
}

/** Eight sectors, the first one around north. */
function sectorOf(right: number, up: number): number {
  return Math.round((Math.atan2(right, up) * 4) / Math.PI + 8) % 8;
}

/** In pixels, a little more than most buttons need. */
const BUTTON = { width: 96, height: 46 };
const GAP = 10;
/** The other controls, as in the styles. */
const RIGHT_BUTTONS = { width: 64, height: 168 };
/** Below the legend and the button of the north. */
const SECOND_ROW = 62;
const SCALE_TOP = 45;

/** Where the button of a direction is: no label should be under it. */
export function arrowArea(direction: CompassPoint, { width, height }: Size): Area {
  const [middle, right] = [(width - BUTTON.width) / 2, width - GAP - BUTTON.width];
  const bottom = height - GAP - BUTTON.height;
  const corners: Record<CompassPoint, [number, number]> = {
    N: [middle, GAP],
    NE: [width - RIGHT_BUTTONS.width - BUTTON.width, SECOND_ROW],
    E: [right, Math.max(height / 2, RIGHT_BUTTONS.height)],
    SE: [right, bottom],
    S: [middle, bottom],
    SW: [GAP, height - SCALE_TOP - BUTTON.height],
    W: [GAP, (height - BUTTON.height) / 2],
    NW: [GAP, SECOND_ROW],
  };
  const [left, top] = corners[direction];
  return { left, top, right: left + BUTTON.width, bottom: top + BUTTON.height };
}
