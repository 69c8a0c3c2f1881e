import { type Asked, coveringPoints, sharpest, type Tile, viewportQuery } from "../map/tiles.ts";
import { getJson, RequestFailed } from "./public-api.ts";

const NOT_FOUND = 404;

/** The tiles of a screen; on an older deployment without `/viewport`, those that cover some of its points. */
export async function tilesOf(asked: Asked, signal: AbortSignal): Promise<Tile[]> {
  try {
    return (await getJson("/aerial-tiles/viewport", signal, viewportQuery(asked))).tiles;
  } catch (error) {
    if (!(error instanceof RequestFailed && error.status === NOT_FOUND)) throw error;
  }
  const found = await Promise.all(
    coveringPoints(asked).map((point) => getJson("/aerial-tiles/covering", signal, point)),
  );
  return sharpest(
    found.flatMap(({ tiles }) => tiles),
    asked,
  );
}
