// Which tiles to ask for, and where on the screen each lies. Pure.
import type { ResponseBody } from "../data/contract.ts";
import { type Box, contains, grown, seen, toPixel, type View } from "./view.ts";

type TileBody = ResponseBody<"/aerial-tiles/viewport">["tiles"][number];
export type Tile = Pick<TileBody, "id" | "feetPerPixel" | "imageUrl" | keyof Box>;

/** What `/aerial-tiles/viewport` is asked. */
export interface Asked {
  box: Box;
  /** Of the asked box, in device pixels. */
  px: number;
  feetPerPixel: number;
}

/** More than is seen, so that a small move needs no new question. */
const MARGIN = 0.3;
/** As long as the zoom has not changed by more, the level is the same or nearly so. */
const SAME_ZOOM = 1.2;
/** The service takes whole numbers up to this. */
const MOST_PIXELS = 16_384;

/** The next question; null while the last one still answers it. */
export function nextAsked(view: View, density: number, last: Asked | null): Asked | null {
  const now = seen(view);
  const ratio = last === null ? Infinity : view.feetPerPixel / last.feetPerPixel;
  if (last !== null && contains(last.box, now) && ratio < SAME_ZOOM && ratio > 1 / SAME_ZOOM) return null;
  const box = grown(now, Math.max(view.size.width, view.size.height) * view.feetPerPixel * MARGIN);
  const px = Math.round(((box.maxX - box.minX) / view.feetPerPixel) * density);
  return { box, px: Math.min(MOST_PIXELS, Math.max(1, px)), feetPerPixel: view.feetPerPixel };
}

export function viewportQuery({ box, px }: Asked): {
  x: number;
  y: number;
  widthFt: number;
  heightFt: number;
  px: number;
} {
  return { x: box.minX, y: box.minY, widthFt: box.maxX - box.minX, heightFt: box.maxY - box.minY, px };
}

/** Without `/viewport`: points to ask `/covering` for, the middle first. */
export function coveringPoints({ box }: Asked): { x: number; y: number }[] {
  const at = (part: number, low: number, high: number): number => low + (high - low) * part;
  const parts = [0.5, 0.1, 0.9];
  return parts.flatMap((across) =>
    parts.map((up) => ({ x: at(across, box.minX, box.maxX), y: at(up, box.minY, box.maxY) })),
  );
}

/** Of tiles that cover some points: the coarsest level that is still sharp, else the finest there is. Each tile once. */
export function sharpest(found: readonly Tile[], { box, px }: Asked): Tile[] {
  const wanted = (box.maxX - box.minX) / px;
  const levels = [...new Set(found.map((tile) => tile.feetPerPixel))].sort((one, other) => other - one);
  const level = levels.find((feet) => feet <= wanted) ?? levels.at(-1);
  const once = new Map(found.filter((tile) => tile.feetPerPixel === level).map((tile) => [tile.id, tile]));
  return [...once.values()];
}

export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** On whole device pixels, so that tiles meet without a seam and nothing is blurred. */
export function placed(tile: Box, view: View, density: number): Rectangle {
  const whole = (value: number): number => Math.round(value * density) / density;
  const upper = toPixel(view, { x: tile.minX, y: tile.maxY });
  const lower = toPixel(view, { x: tile.maxX, y: tile.minY });
  const [left, top] = [whole(upper.left), whole(upper.top)];
  return { left, top, width: whole(lower.left) - left, height: whole(lower.top) - top };
}
