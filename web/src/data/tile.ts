import { type Asked, coveringPoints, sharpest, type Tile, viewportQuery } from "../map/tiles.ts";
import { ask, Unanswered } from "./open.ts";

const NOT_FOUND = 404;

interface Tiles {
  tiles: Tile[];
}

/** The tiles of a screen; on an older deployment without `/viewport`, those that cover some of its points. */
export async function tilesOf(asked: Asked, signal: AbortSignal): Promise<Tile[]> {
  try {
    return (await ask<Tiles>("/aerial-tiles/viewport", signal, viewportQuery(asked))).tiles;
  } catch (error) {
    if (!(error instanceof Unanswered && error.status === NOT_FOUND)) throw error;
  }
  const found = await Promise.all(
    coveringPoints(asked).map((point) => ask<Tiles>("/aerial-tiles/covering", signal, point)),
  );
  return sharpest(
    found.flatMap(({ tiles }) => tiles),
    asked,
  );
}
