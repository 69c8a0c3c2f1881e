// The data of the point map. Failed requests are ignored: the map works with the rest.
import { listFacilities } from "../../../data/facility.ts";
import { readCity } from "../../../data/lightning.ts";
import { readMapLayers } from "../../../data/map-layers.ts";
import { readTiles } from "../../../data/tile.ts";
import { CityProjection } from "../../../map/city-projection.ts";
import type { NamedPoint } from "../../../map/draw-point-map.ts";
import { type GroundLayer, projectLayers } from "../../../map/ground.ts";
import { homeBox } from "../../../map/point-placement.ts";
import { type Box, boundingBox, growBox } from "../../../map/view.ts";

export interface MapContext {
  home: Box;
  maxBox: Box;
  others: NamedPoint[];
  ground: GroundLayer[];
}

/** At this width the coarsest level covers the whole city. */
const OVERVIEW_PIXELS = 64;

/** Null when the city's location is unknown. The edited facility is not one of the others. */
export async function readMapContext(editedId: number | null, signal: AbortSignal): Promise<MapContext | null> {
  const [facilities, city, layers] = await Promise.all([
    listFacilities(signal).catch(() => []),
    readCity(signal).catch(() => null),
    readMapLayers(signal).catch(() => []),
  ]);
  const all = facilities.flatMap(({ id, name, point }) => (point ? [{ id, name, at: point }] : []));
  const projection = city?.projection ? new CityProjection(city.projection) : null;
  const wholeBox = projection?.box ?? null;
  const photographed =
    all.length === 0 && wholeBox !== null ? await photographedBox(wholeBox, signal).catch(() => null) : null;
  const home = homeBox(
    all.map(({ at }) => at),
    photographed,
    wholeBox,
  );
  if (home === null) return null;
  return {
    home,
    maxBox: wholeBox ?? growBox(home, home.maxX - home.minX),
    others: all.filter(({ id }) => id !== editedId),
    ground: projection === null ? [] : projectLayers(layers, projection),
  };
}

async function photographedBox(wholeBox: Box, signal: AbortSignal): Promise<Box | null> {
  const feetPerPixel = (wholeBox.maxX - wholeBox.minX) / OVERVIEW_PIXELS;
  const tiles = await readTiles({ box: wholeBox, px: OVERVIEW_PIXELS, feetPerPixel }, signal);
  return boundingBox(
    tiles.flatMap(({ minX, minY, maxX, maxY }) => [
      { x: minX, y: minY },
      { x: maxX, y: maxY },
    ]),
  );
}
