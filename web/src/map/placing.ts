// Where a point is put, and what of the city is shown around it. Pure.
import { around, type Box, FEET_PER_MILE, type Feet, grown, seen, type View } from "./view.ts";

/** A tenth of a foot is finer than any hand or photograph. */
const PER_FOOT = 10;
/** A pool with the streets around it. */
const CLOSE_FEET = 800;
/** So much of the edge does not count as seen: a marker there is easily missed. */
const EDGE = 0.08;

export function rounded({ x, y }: Feet): Feet {
  // Adding zero turns -0 into 0.
  const round = (feet: number): number => Math.round(feet * PER_FOOT) / PER_FOOT + 0;
  return { x: round(x), y: round(y) };
}

/** What “show everything” shows: all points with some ground around them, else what was photographed, else the whole sheet. */
export function homeAround(points: readonly Feet[], photographed: Box | null, sheet: Box | null): Box | null {
  const box = around(points);
  return box === null ? (photographed ?? sheet) : grown(box, FEET_PER_MILE);
}

/** A facility's own surroundings, to begin with. */
export function closeTo(at: Feet): Box {
  return grown({ minX: at.x, minY: at.y, maxX: at.x, maxY: at.y }, CLOSE_FEET);
}

export function isInside({ x, y }: Feet, { minX, minY, maxX, maxY }: Box): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

/** Farther away than the city is wide: most likely a digit is missing, or x and y are swapped. */
export function isFarFrom(home: Box, at: Feet): boolean {
  return !isInside(at, grown(home, Math.max(home.maxX - home.minX, home.maxY - home.minY)));
}

/** Whether somebody who looks at the map sees the point. */
export function isInSight(view: View, at: Feet): boolean {
  return isInside(at, grown(seen(view), -EDGE * Math.min(view.size.width, view.size.height) * view.feetPerPixel));
}
