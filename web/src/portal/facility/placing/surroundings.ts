// What the map of a point needs to know of the city. Whatever does not answer is left out: the map works with what there is.
import { listFacilities } from "../../../data/facility.ts";
import { readCity } from "../../../data/lightning.ts";
import { tilesOf } from "../../../data/tile.ts";
import { CityProjection } from "../../../map/city-projection.ts";
import { homeAround } from "../../../map/placing.ts";
import type { Landmark } from "../../../map/point-paint.ts";
import { around, type Box, grown } from "../../../map/view.ts";

export interface Surroundings {
  home: Box;
  reach: Box;
  others: Landmark[];
}

/** A screen of this width shows all photographs of the city by their coarsest level. */
const FEW_PIXELS = 64;

/** Null when nothing says where the city is. `own` is the facility that is edited, and not one of the others. */
export async function readSurroundings(own: number | null, signal: AbortSignal): Promise<Surroundings | null> {
  const [facilities, city] = await Promise.all([
    listFacilities(signal).catch(() => []),
    readCity(signal).catch(() => null),
  ]);
  const all = facilities.flatMap(({ id, name, point }) => (point ? [{ id, name, at: point }] : []));
  const sheet = city?.projection ? new CityProjection(city.projection).box : null;
  const photographed =
    all.length === 0 && sheet !== null ? await photographedBox(sheet, signal).catch(() => null) : null;
  const home = homeAround(
    all.map(({ at }) => at),
    photographed,
    sheet,
  );
  if (home === null) return null;
  return { home, reach: sheet ?? grown(home, home.maxX - home.minX), others: all.filter(({ id }) => id !== own) };
}

async function photographedBox(sheet: Box, signal: AbortSignal): Promise<Box | null> {
  const feetPerPixel = (sheet.maxX - sheet.minX) / FEW_PIXELS;
  const tiles = await tilesOf({ box: sheet, px: FEW_PIXELS, feetPerPixel }, signal);
  return around(
    tiles.flatMap(({ minX, minY, maxX, maxY }) => [
      { x: minX, y: minY },
      { x: maxX, y: maxY },
    ]),
  );
}
