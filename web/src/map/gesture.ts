// Fingers and the mouse: one pointer moves the map, two also zoom it. Pure: what is known in, what to do out.
import type { Pixel } from "./view.ts";

export type Pointers = ReadonlyMap<number, Pixel>;

export interface Step {
  byLeft: number;
  byTop: number;
  /** Over 1 goes nearer. */
  factor: number;
  /** What the zoom holds fast. */
  at: Pixel;
}

export function put(pointers: Pointers, id: number, at: Pixel): Pointers {
  return new Map(pointers).set(id, at);
}

export function lift(pointers: Pointers, id: number): Pointers {
  const left = new Map(pointers);
  left.delete(id);
  return left;
}

/** What it means that the fingers went from one set of places to another. Fingers that came or went mean nothing by themselves. */
export function between(before: Pointers, after: Pointers): Step | null {
  const ids = [...after.keys()].filter((id) => before.has(id)).slice(0, 2);
  if (ids.length === 0) return null;
  const [from, to] = [places(before, ids), places(after, ids)];
  const [start, end] = [middle(from), middle(to)];
  const factor = ids.length === 2 ? spread(to) / Math.max(1, spread(from)) : 1;
  return { byLeft: end.left - start.left, byTop: end.top - start.top, factor: factor > 0 ? factor : 1, at: end };
}

function places(pointers: Pointers, ids: readonly number[]): Pixel[] {
  return ids.map((id) => pointers.get(id) as Pixel);
}

function middle(places: readonly Pixel[]): Pixel {
  const sum = places.reduce((one, other) => ({ left: one.left + other.left, top: one.top + other.top }));
  return { left: sum.left / places.length, top: sum.top / places.length };
}

function spread([one, other]: readonly Pixel[]): number {
  return one === undefined || other === undefined ? 1 : Math.hypot(one.left - other.left, one.top - other.top);
}

const LINE = 16;
const PAGE = 400;

/** A wheel's turn as a zoom factor; a pinch on a touchpad comes as a wheel with Ctrl and is finer. */
export function wheelFactor({
  deltaY,
  deltaMode,
  ctrlKey,
}: {
  deltaY: number;
  deltaMode: number;
  ctrlKey: boolean;
}): number {
  const pixels = deltaY * (deltaMode === 1 ? LINE : deltaMode === 2 ? PAGE : 1);
  const turn = Math.min(240, Math.max(-240, pixels));
  return Math.exp(-turn * (ctrlKey ? 0.01 : 0.002));
}

const STRIDE = 80;
const SMALL_STEP = 8;

/** What a key does on the map; null: not the map's. Small steps are for those who aim at something. */
export function keyStep(
  key: string,
  { width, height }: { width: number; height: number },
  isSmall = false,
): Step | "fit" | null {
  const [middleOf, step] = [{ left: width / 2, top: height / 2 }, isSmall ? SMALL_STEP : STRIDE];
  const by = (byLeft: number, byTop: number): Step => ({ byLeft, byTop, factor: 1, at: middleOf });
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
