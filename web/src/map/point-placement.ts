// Placing a facility's point on the map. Pure.
import { type Box, boundingBox, FEET_PER_MILE, type Feet, growBox, type MapView, visibleBox } from "./view.ts";

/** A tenth of a foot is more precise than any pointer or photo. */
const STEPS_PER_FOOT = 10;
/** A facility with the streets around it. */
const CLOSE_UP_FEET = 800;
/** The part of the screen at each edge where a marker is easily missed. */
const EDGE = 0.08;

export function roundToTenths({ x, y }: Feet): Feet {
  // Adding zero turns -0 into 0.
  const round = (feet: number): number => Math.round(feet * STEPS_PER_FOOT) / STEPS_PER_FOOT + 0;
  return { x: round(x), y: round(y) };
}

/** The area that “Show all” shows: all points with a margin, else the photographed area, else the whole projection. */
export function homeBox(points: readonly Feet[], photographed: Box | null, whole: Box | null): Box | null {
  const box = boundingBox(points);
  return box === null ? (photographed ?? whole) : growBox(box, FEET_PER_MILE);
}

export function boxAround(at: Feet): Box {
  return growBox({ minX: at.x, minY: at.y, maxX: at.x, maxY: at.y }, CLOSE_UP_FEET);
}

export function isInside({ x, y }: Feet, { minX, minY, maxX, maxY }: Box): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

/** Farther away than the width of the city: probably a digit is missing, or x and y are swapped. */
export function isFarFrom(home: Box, at: Feet): boolean {
  return !isInside(at, growBox(home, Math.max(home.maxX - home.minX, home.maxY - home.minY)));
}

export function isInView(view: MapView, at: Feet): boolean {
  return isInside(
    at,
    growBox(visibleBox(view), -EDGE * Math.min(view.size.width, view.size.height) * view.feetPerPixel),
  );
}
