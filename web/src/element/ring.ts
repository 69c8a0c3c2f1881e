// The radius and the strike distances as circles, to scale. Pure.

/** Half the side of the square that the ring is drawn in. */
export const HALF_SIZE = 50;
const MARGIN = 4;
/** In radii. A strike farther away would shrink the ring to a dot, so only its number is shown. */
const MAX_DISTANCE = 3;

export interface Ring {
  radius: number;
  last: number | null;
  closest: number | null;
}

/**
 * Radii of circles around the facility. The report has distances but no directions, so a strike is a whole circle: a dot
 * would show an invented direction.
 */
export function ringGeometry(radiusMiles: number, lastMiles: number | null, closestMiles: number | null): Ring {
  const maxMiles = radiusMiles * MAX_DISTANCE;
  const drawn = [lastMiles, closestMiles].filter((miles) => miles !== null && miles <= maxMiles) as number[];
  const unit = (HALF_SIZE - MARGIN) / Math.max(radiusMiles * 1.1, ...drawn);
  const scale = (miles: number | null) =>
    miles === null || miles > maxMiles ? null : round(Math.max(miles * unit, 1.5));
  return { radius: round(radiusMiles * unit), last: scale(lastMiles), closest: scale(closestMiles) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
