// Which part of the map is shown without any move of the user, and how far it can be moved. Pure.
import type { RecentStrikes } from "./recent-strikes.ts";
import { type Box, boundingBox, containsBox, FEET_PER_MILE, type Feet, growBox, intersectBoxes } from "./view.ts";

/** Strikes this close to the facilities belong on the map. */
const NEARBY_MILES = 25;
/** Around the facilities. */
const PAN_MILES = 60;
/** The map zooms in again only for a storm that became this much smaller, so that it does not move with every strike. */
const MUCH_SMALLER = 0.7;

/** The facilities with a margin, and the strikes nearby. Null without facilities. */
export function homeBox(facilities: readonly Feet[], recent: RecentStrikes | null, marginFeet: number): Box | null {
  const box = boundingBox(facilities);
  if (box === null) return null;
  const nearby = recent === null ? [] : nearbyStrikes(recent, nearbyBox(box));
  return boundingBox([...cornersOf(growBox(box, marginFeet)), ...nearby]);
}

/** Around the facilities: what belongs to the storm over the city. */
export function nearbyBox(facilities: Box): Box {
  return growBox(facilities, NEARBY_MILES * FEET_PER_MILE);
}

/** Keeps the old box while it shows everything and is not much too large. */
export function nextHome(current: Box | null, wanted: Box | null): Box | null {
  if (current === null || wanted === null) return wanted ?? current;
  const isMuchSmaller = longerSide(wanted) < MUCH_SMALLER * longerSide(current);
  return containsBox(current, wanted) && !isMuchSmaller ? current : wanted;
}

/** The limits of moving the map: the surroundings of the facilities, inside the projection. */
export function panBox(facilities: readonly Feet[], projection: Box): Box {
  const box = boundingBox(facilities);
  return box === null ? projection : intersectBoxes(growBox(box, PAN_MILES * FEET_PER_MILE), projection);
}

function nearbyStrikes({ count, x, y }: RecentStrikes, box: Box): Feet[] {
  const points: Feet[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = { x: x[index] as number, y: y[index] as number };
    if (at.x >= box.minX && at.x <= box.maxX && at.y >= box.minY && at.y <= box.maxY) points.push(at);
  }
  return points;
}

function longerSide({ minX, minY, maxX, maxY }: Box): number {
  return Math.max(maxX - minX, maxY - minY);
}

function cornersOf({ minX, minY, maxX, maxY }: Box): Feet[] {
  return [
    { x: minX, y: minY },
    { x: maxX, y: maxY },
  ];
}
