import { pointsForCoveringTiles, sharpestLevel, type Tile, type TileRequest, viewportQuery } from "../map/tiles.ts";
import { getJson, RequestFailed } from "./public-api.ts";

const NOT_FOUND = 404;

/** Falls back to `/covering` on older deployments without `/viewport`. */
export async function readTiles(request: TileRequest, signal: AbortSignal): Promise<Tile[]> {
  try {
    return (await getJson("/aerial-tiles/viewport", signal, viewportQuery(request))).tiles;
  } catch (error) {
    if (!(error instanceof RequestFailed && error.status === NOT_FOUND)) throw error;
  }
  const responses = await Promise.all(
    pointsForCoveringTiles(request).map((point) => getJson("/aerial-tiles/covering", signal, point)),
  );
  return sharpestLevel(
    responses.flatMap(({ tiles }) => tiles),
    request,
  );
}
