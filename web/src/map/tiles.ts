// Which tiles to request, and where they are on the screen. Pure.
import type { ResponseBody } from "../data/contract.ts";
import { type Box, contains, grown, type MapView, toPixel, visibleBox } from "./view.ts";

type TileBody = ResponseBody<"/aerial-tiles/viewport">["tiles"][number];
export type Tile = Pick<TileBody, "id" | "feetPerPixel" | "imageUrl" | keyof Box>;

export interface TileRequest {
  box: Box;
  /** The width of the box in device pixels. */
  px: number;
  feetPerPixel: number;
}

/** Around the visible part, so that a small move needs no request. */
const MARGIN = 0.3;
/** Within this factor the level is the same or nearly so. */
const SAME_ZOOM = 1.2;
/** The service accepts whole numbers up to this. */
const MAX_PIXELS = 16_384;

/** Null while the last request still covers the view. */
export function nextTileRequest(view: MapView, density: number, last: TileRequest | null): TileRequest | null {
  const visible = visibleBox(view);
  const ratio = last === null ? Infinity : view.feetPerPixel / last.feetPerPixel;
  if (last !== null && contains(last.box, visible) && ratio < SAME_ZOOM && ratio > 1 / SAME_ZOOM) return null;
  const box = grown(visible, Math.max(view.size.width, view.size.height) * view.feetPerPixel * MARGIN);
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

/** For deployments without `/viewport`: points for `/covering`, the middle first. */
export function coveringPoints({ box }: TileRequest): { x: number; y: number }[] {
  const at = (part: number, low: number, high: number): number => low + (high - low) * part;
  const parts = [0.5, 0.1, 0.9];
  return parts.flatMap((partX) =>
    parts.map((partY) => ({ x: at(partX, box.minX, box.maxX), y: at(partY, box.minY, box.maxY) })),
  );
}

/** The tiles of the coarsest level that is still sharp, else of the finest one. Each once. */
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

/** On whole device pixels, so that tiles meet without seams and stay sharp. */
export function tileRectangle(tile: Box, view: MapView, density: number): Rectangle {
  const whole = (value: number): number => Math.round(value * density) / density;
  const upper = toPixel(view, { x: tile.minX, y: tile.maxY });
  const lower = toPixel(view, { x: tile.maxX, y: tile.minY });
  const [left, top] = [whole(upper.left), whole(upper.top)];
  return { left, top, width: whole(lower.left) - left, height: whole(lower.top) - top };
}
