// The radius and the distances of strikes, to scale. Pure.

/** Half the side of the square that the ring is drawn in. */
export const HALF = 50;
const MARGIN = 4;
/** Beyond so many radii a distance would press the ring into a dot, and is told by its number alone. */
const FARTHEST = 3;

export interface Ring {
  radius: number;
  last: number | null;
  closest: number | null;
}

/**
 * Radii of circles around the facility. The answer has distances and no bearings, so a strike is a circle on which it lies: a dot
 * would tell a direction that nobody knows.
 */
export function ring(radiusMiles: number, lastMiles: number | null, closestMiles: number | null): Ring {
  const far = radiusMiles * FARTHEST;
  const drawn = [lastMiles, closestMiles].filter((miles) => miles !== null && miles <= far) as number[];
  const unit = (HALF - MARGIN) / Math.max(radiusMiles * 1.1, ...drawn);
  const scale = (miles: number | null) => (miles === null || miles > far ? null : round(Math.max(miles * unit, 1.5)));
  return { radius: round(radiusMiles * unit), last: scale(lastMiles), closest: scale(closestMiles) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
