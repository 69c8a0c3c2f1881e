// Converts pointers, the wheel and keys to map steps: one pointer moves the map, two also zoom. A single finger scrolls the
// page instead. Pure.
import type { Pixel } from "./view.ts";

export type Pointers = ReadonlyMap<number, Pixel>;

export interface MapStep {
  byLeft: number;
  byTop: number;
  /** Above 1 zooms in. */
  factor: number;
  /** The pixel that stays in place. */
  at: Pixel;
}

export function withPointer(pointers: Pointers, id: number, at: Pixel): Pointers {
  return new Map(pointers).set(id, at);
}

export function withoutPointer(pointers: Pointers, id: number): Pointers {
  const rest = new Map(pointers);
  rest.delete(id);
  return rest;
}

/** Ignores pointers that are not in both sets. */
export function stepBetween(before: Pointers, after: Pointers): MapStep | null {
  const ids = [...after.keys()].filter((id) => before.has(id)).slice(0, 2);
  if (ids.length === 0) return null;
  const [from, to] = [pixelsOf(before, ids), pixelsOf(after, ids)];
  const [start, end] = [midpoint(from), midpoint(to)];
  const factor = ids.length === 2 ? distanceApart(to) / Math.max(1, distanceApart(from)) : 1;
  return { byLeft: end.left - start.left, byTop: end.top - start.top, factor: factor > 0 ? factor : 1, at: end };
}

/** A page with a map that catches every finger cannot be scrolled on a phone. */
export function movesMap(pointerType: string, pointers: Pointers): boolean {
  return pointerType !== "touch" || pointers.size > 1;
}

export interface Tap {
  at: Pixel;
  /** In milliseconds. */
  time: number;
}

export const DOUBLE_TAP_MS = 280;
const DOUBLE_TAP_PIXELS = 40;

export function isDoubleTap(first: Tap | null, second: Tap, withinMs = DOUBLE_TAP_MS): boolean {
  if (first === null || second.time - first.time > withinMs) return false;
  return Math.hypot(second.at.left - first.at.left, second.at.top - first.at.top) <= DOUBLE_TAP_PIXELS;
}

function pixelsOf(pointers: Pointers, ids: readonly number[]): Pixel[] {
  return ids.map((id) => pointers.get(id) as Pixel);
}

function midpoint(pixels: readonly Pixel[]): Pixel {
  const sum = pixels.reduce((one, other) => ({ left: one.left + other.left, top: one.top + other.top }));
  return { left: sum.left / pixels.length, top: sum.top / pixels.length };
}

function distanceApart([one, other]: readonly Pixel[]): number {
  return one === undefined || other === undefined ? 1 : Math.hypot(one.left - other.left, one.top - other.top);
}

const LINE_PIXELS = 16;
const PAGE_PIXELS = 400;

/** A touchpad pinch is a wheel event with Ctrl and smaller deltas. */
export function wheelFactor({
  deltaY,
  deltaMode,
  ctrlKey,
}: {
  deltaY: number;
  deltaMode: number;
  ctrlKey: boolean;
}): number {
  const pixels = deltaY * (deltaMode === 1 ? LINE_PIXELS : deltaMode === 2 ? PAGE_PIXELS : 1);
  const clamped = Math.min(240, Math.max(-240, pixels));
  return Math.exp(-clamped * (ctrlKey ? 0.01 : 0.002));
}

const KEY_STEP = 80;
const SMALL_KEY_STEP = 8;

/** Null: not a map key. Small steps are for precise positioning. */
export function keyStep(
  key: string,
  { width, height }: { width: number; height: number },
  isSmall = false,
): MapStep | "fit" | null {
  const [center, step] = [{ left: width / 2, top: height / 2 }, isSmall ? SMALL_KEY_STEP : KEY_STEP];
  const by = (byLeft: number, byTop: number): MapStep => ({ byLeft, byTop, factor: 1, at: center });
  switch (key) {
    case "ArrowLeft":
      return by(step, 0);
    case "ArrowRight":
      return by(-step, 0);
    case "ArrowUp":
      return by(0, step);
    case "ArrowDown":
      return by(0, -step);
    case "+":
    case "=":
      return { ...by(0, 0), factor: 1.5 };
    case "-":
    case "_":
      return { ...by(0, 0), factor: 1 / 1.5 };
    case "0":
    case "Home":
      return "fit";
    default:
      return null;
  }
}
