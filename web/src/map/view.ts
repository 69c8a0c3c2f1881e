// The visible part of the map; converts between feet and pixels. Pure. Pixels are CSS pixels with y down; feet have y up.

export interface Feet {
  x: number;
  y: number;
}

export interface Pixel {
  left: number;
  top: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface MapView {
  center: Feet;
  feetPerPixel: number;
  size: Size;
}

/** In feet. */
export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** The zoom range, and the limits of the center. */
export interface ViewLimits {
  minFeetPerPixel: number;
  maxFeetPerPixel: number;
  box: Box;
}

export const FEET_PER_MILE = 5280;

export function toPixel({ center, feetPerPixel, size }: MapView, { x, y }: Feet): Pixel {
  return { left: size.width / 2 + (x - center.x) / feetPerPixel, top: size.height / 2 - (y - center.y) / feetPerPixel };
}

export function toFeet({ center, feetPerPixel, size }: MapView, { left, top }: Pixel): Feet {
  return { x: center.x + (left - size.width / 2) * feetPerPixel, y: center.y - (top - size.height / 2) * feetPerPixel };
}

export function visibleBox({ center, feetPerPixel, size }: MapView): Box {
  const [halfWidth, halfHeight] = [(size.width * feetPerPixel) / 2, (size.height * feetPerPixel) / 2];
  return {
    minX: center.x - halfWidth,
    minY: center.y - halfHeight,
    maxX: center.x + halfWidth,
    maxY: center.y + halfHeight,
  };
}

/** The position under the pointer follows it. */
export function panView(view: MapView, byLeft: number, byTop: number): MapView {
  const { center, feetPerPixel } = view;
  return { ...view, center: { x: center.x - byLeft * feetPerPixel, y: center.y + byTop * feetPerPixel } };
}

/** A `factor` above 1 zooms in. The position under `at` stays there. */
export function zoomView(
  view: MapView,
  factor: number,
  at: Pixel,
  { minFeetPerPixel, maxFeetPerPixel }: ViewLimits,
): MapView {
  const feetPerPixel = clamp(view.feetPerPixel / factor, minFeetPerPixel, maxFeetPerPixel);
  const fixed = toFeet(view, at);
  const center = {
    x: fixed.x - (at.left - view.size.width / 2) * feetPerPixel,
    y: fixed.y + (at.top - view.size.height / 2) * feetPerPixel,
  };
  return { ...view, center, feetPerPixel };
}

/** Keeps the center. */
export function resizeView(view: MapView, size: Size): MapView {
  return { ...view, size };
}

/** Shows the whole box with `margin` pixels around it, and `topInset` more at the top for an overlay. */
export function fitBox(
  box: Box,
  size: Size,
  { minFeetPerPixel, maxFeetPerPixel }: ViewLimits,
  margin = 24,
  topInset = 0,
): MapView {
  const [width, height] = [Math.max(1, size.width - 2 * margin), Math.max(1, size.height - 2 * margin - topInset)];
  const needed = Math.max((box.maxX - box.minX) / width, (box.maxY - box.minY) / height);
  const feetPerPixel = clamp(needed, minFeetPerPixel, maxFeetPerPixel);
  const { x, y } = centerOf(box);
  return { center: { x, y: y + (topInset / 2) * feetPerPixel }, feetPerPixel, size };
}

export function limitView(view: MapView, { minFeetPerPixel, maxFeetPerPixel, box }: ViewLimits): MapView {
  const { center } = view;
  const feetPerPixel = clamp(view.feetPerPixel, minFeetPerPixel, maxFeetPerPixel);
  return {
    ...view,
    feetPerPixel,
    center: { x: clamp(center.x, box.minX, box.maxX), y: clamp(center.y, box.minY, box.maxY) },
  };
}

export function centerOf(box: Box): Feet {
  return { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
}

/** Null without points. */
export function boundingBox(points: Iterable<Feet>): Box | null {
  let box: Box | null = null;
  for (const { x, y } of points) {
    box =
      box === null
        ? { minX: x, minY: y, maxX: x, maxY: y }
        : {
            minX: Math.min(box.minX, x),
            minY: Math.min(box.minY, y),
            maxX: Math.max(box.maxX, x),
            maxY: Math.max(box.maxY, y),
          };
  }
  return box;
}

export function growBox({ minX, minY, maxX, maxY }: Box, by: number): Box {
  return { minX: minX - by, minY: minY - by, maxX: maxX + by, maxY: maxY + by };
}

/** Of boxes that overlap. */
export function intersectBoxes(one: Box, other: Box): Box {
  return {
    minX: Math.max(one.minX, other.minX),
    minY: Math.max(one.minY, other.minY),
    maxX: Math.min(one.maxX, other.maxX),
    maxY: Math.min(one.maxY, other.maxY),
  };
}

export function containsBox(outer: Box, inner: Box): boolean {
  return outer.minX <= inner.minX && outer.minY <= inner.minY && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
