// Where the map stands: which foot lies under which pixel. Pure. Pixels are CSS pixels, y down; feet have y up.

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

export interface View {
  /** What lies in the middle of the screen. */
  centre: Feet;
  feetPerPixel: number;
  size: Size;
}

/** A box in feet. */
export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** How near and how far one may go, and within which box the centre stays. */
export interface Limits {
  nearest: number;
  farthest: number;
  box: Box;
}

export const FEET_PER_MILE = 5280;

export function toPixel({ centre, feetPerPixel, size }: View, { x, y }: Feet): Pixel {
  return { left: size.width / 2 + (x - centre.x) / feetPerPixel, top: size.height / 2 - (y - centre.y) / feetPerPixel };
}

export function toFeet({ centre, feetPerPixel, size }: View, { left, top }: Pixel): Feet {
  return { x: centre.x + (left - size.width / 2) * feetPerPixel, y: centre.y - (top - size.height / 2) * feetPerPixel };
}

/** The box that is seen. */
export function seen({ centre, feetPerPixel, size }: View): Box {
  const [halfWidth, halfHeight] = [(size.width * feetPerPixel) / 2, (size.height * feetPerPixel) / 2];
  return {
    minX: centre.x - halfWidth,
    minY: centre.y - halfHeight,
    maxX: centre.x + halfWidth,
    maxY: centre.y + halfHeight,
  };
}

/** What was under the finger stays under it. */
export function moved(view: View, byLeft: number, byTop: number): View {
  const { centre, feetPerPixel } = view;
  return { ...view, centre: { x: centre.x - byLeft * feetPerPixel, y: centre.y + byTop * feetPerPixel } };
}

/** `factor` over 1 goes nearer; what lies under `at` stays there. */
export function zoomed(view: View, factor: number, at: Pixel, { nearest, farthest }: Limits): View {
  const feetPerPixel = clamp(view.feetPerPixel / factor, nearest, farthest);
  const held = toFeet(view, at);
  const centre = {
    x: held.x - (at.left - view.size.width / 2) * feetPerPixel,
    y: held.y + (at.top - view.size.height / 2) * feetPerPixel,
  };
  return { ...view, centre, feetPerPixel };
}

/** Another size of the screen: the centre stays. */
export function resized(view: View, size: Size): View {
  return { ...view, size };
}

/** All of the box, with `margin` pixels around it and `roof` more above, where something stands over the map. */
export function fitted(box: Box, size: Size, { nearest, farthest }: Limits, margin = 24, roof = 0): View {
  const [width, height] = [Math.max(1, size.width - 2 * margin), Math.max(1, size.height - 2 * margin - roof)];
  const needed = Math.max((box.maxX - box.minX) / width, (box.maxY - box.minY) / height);
  const feetPerPixel = clamp(needed, nearest, farthest);
  const { x, y } = middle(box);
  return { centre: { x, y: y + (roof / 2) * feetPerPixel }, feetPerPixel, size };
}

/** Nobody gets lost: the centre stays in the box. */
export function held(view: View, { nearest, farthest, box }: Limits): View {
  const { centre } = view;
  const feetPerPixel = clamp(view.feetPerPixel, nearest, farthest);
  return {
    ...view,
    feetPerPixel,
    centre: { x: clamp(centre.x, box.minX, box.maxX), y: clamp(centre.y, box.minY, box.maxY) },
  };
}

export function middle(box: Box): Feet {
  return { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
}

/** The smallest box around all points; null for none. */
export function around(points: Iterable<Feet>): Box | null {
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

export function grown({ minX, minY, maxX, maxY }: Box, by: number): Box {
  return { minX: minX - by, minY: minY - by, maxX: maxX + by, maxY: maxY + by };
}

export function contains(outer: Box, inner: Box): boolean {
  return outer.minX <= inner.minX && outer.minY <= inner.minY && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
