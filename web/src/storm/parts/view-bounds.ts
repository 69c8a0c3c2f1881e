// The box that is requested for what the map shows. Pure.
import type { CityProjection } from "../../map/city-projection.ts";
import type { Box } from "../../map/view.ts";

/** The grid is this much finer than the view. */
const STEPS_ACROSS = 4;
const SIDES = [0, 0.5, 1];

/**
 * `bbox` of the facilities in a view: `minLng,minLat,maxLng,maxLat`. Its sides are on a grid outside the view, so that a small move
 * requests the same box and what is known about it stays valid.
 */
export function viewBounds(projection: CityProjection, { minX, minY, maxX, maxY }: Box): string {
  // The sides of the view are curves in degrees.
  const points = SIDES.flatMap((u) =>
    SIDES.map((v) => projection.toDegrees({ x: minX + u * (maxX - minX), y: minY + v * (maxY - minY) })),
  );
  const [west, east] = onGrid(
    points.map(({ lng }) => lng),
    180,
  );
  const [south, north] = onGrid(
    points.map(({ lat }) => lat),
    90,
  );
  return [west, south, east, north].join(",");
}

/** The lowest and the highest value, moved outside to the next lines of a grid. A power of two is exact as text. */
function onGrid(degrees: readonly number[], most: number): [number, number] {
  const [low, high] = [Math.min(...degrees), Math.max(...degrees)];
  const step = 2 ** Math.ceil(Math.log2(Math.max(high - low, 1e-6) / STEPS_ACROSS));
  return [Math.max(-most, Math.floor(low / step) * step), Math.min(most, Math.ceil(high / step) * step)];
}
