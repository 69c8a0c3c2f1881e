// Decides which tiles to request, and positions them on the screen. Pure.
import type { ResponseBody } from "../data/contract.ts";
import { type Box, containsBox, growBox, type MapView, toPixel, visibleBox } from "./view.ts";

type TileBody = ResponseBody<"/aerial-tiles/viewport">["tiles"][number];
export type Tile = Pick<TileBody, "id" | "feetPerPixel" | "imageUrl" | keyof Box>;

export interface TileRequest {
  box: Box;
  /** The width of the box in device pixels. */
  px: number;
  feetPerPixel: number;
}

/** Around the visible area, so that a small move needs no request. */
const MARGIN = 0.3;
/** Within this factor the tile level is the same or close enough. */
const SAME_ZOOM = 1.2;
/** The service's limit. */
const MAX_PIXELS = 16_384;

/** Null if the last request still covers the view. */
export function nextTileRequest(view: MapView, density: number, last: TileRequest | null): TileRequest | null {
  const visible = visibleBox(view);
  const ratio = last === null ? Infinity : view.feetPerPixel / last.feetPerPixel;
  if (last !== null && containsBox(last.box, visible) && ratio < SAME_ZOOM && ratio > 1 / SAME_ZOOM) return null;
  const box = growBox(visible, Math.max(view.size.width, view.size.height) * view.feetPerPixel * MARGIN);
  const px = Math.round(((box.maxX - box.minX) / view.feetPerPixel) * density);
  return { box, px: Math.min(MAX_PIXELS, Math.max(1, px)), feetPerPixel: view.feetPerPixel };
}

export function viewportQuery({ box, px }: TileRequest): {
  x: number;
  y: number;
  widthFt: number;
  heightFt: number;
  px: number;
} {
  return { x: box.minX, y: box.minY, widthFt: box.maxX - box.minX, heightFt: box.maxY - box.minY, px };
}

/** For deployments without `/viewport`: points for `/covering`, the center first. */
export function pointsForCoveringTiles({ box }: TileRequest): { x: number; y: number }[] {
  const at = (part: number, low: number, high: number): number => low + (high - low) * part;
  const parts = [0.5, 0.1, 0.9];
  return parts.flatMap((partX) =>
    parts.map((partY) => ({ x: at(partX, box.minX, box.maxX), y: at(partY, box.minY, box.maxY) })),
  );
}

/** The tiles of the coarsest level that is still sharp, else of the finest level. Unique by id. */
export function sharpestLevel(tiles: readonly Tile[], { box, px }: TileRequest): Tile[] {
  const wantedFeetPerPixel = (box.maxX - box.minX) / px;
  const levels = [...new Set(tiles.map((tile) => tile.feetPerPixel))].sort((one, other) => other - one);
  const level = levels.find((feet) => feet <= wantedFeetPerPixel) ?? levels.at(-1);
  const unique = new Map(tiles.filter((tile) => tile.feetPerPixel === level).map((tile) => [tile.id, tile]));
  return [...unique.values()];
}

export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Rounded to device pixels, so that tiles have no seams and stay sharp. */
export function tileRectangle(tile: Box, view: MapView, density: number): Rectangle {
  const whole = (value: number): number => Math.round(value * density) / density;
  const upper = toPixel(view, { x: tile.minX, y: tile.maxY });
  const lower = toPixel(view, { x: tile.maxX, y: tile.minY });
  const [left, top] = [whole(upper.left), whole(upper.top)];
  return { left, top, width: whole(lower.left) - left, height: whole(lower.top) - top };
}
