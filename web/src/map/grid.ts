// The ground where there are no photographs: lines at round distances.
import type { Scheme } from "../status/colors.ts";
import { FEET_PER_MILE, seen, toPixel, type View } from "./view.ts";

/** Lines that stand closer together than this are more than an eye can use. */
const ROOM = 60;
const INK: Record<Scheme, string> = { light: "rgb(20 35 59 / 0.1)", dark: "rgb(232 237 244 / 0.1)" };

/** How many feet lie between two lines: miles doubled as often as needed, or round feet when a mile is too wide. */
export function gridStep(feetPerPixel: number, widest: number): number {
  const least = feetPerPixel * ROOM;
  if (FEET_PER_MILE / feetPerPixel <= widest) {
    let step = FEET_PER_MILE;
    while (step < least) step *= 2;
    return step;
  }
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((digit) => digit * power >= least) ?? 10) * power;
}

export function drawGrid(context: CanvasRenderingContext2D, view: View, scheme: Scheme): void {
  const box = seen(view);
  // At least two lines each way, or it is no grid.
  const step = gridStep(view.feetPerPixel, Math.min(view.size.width, view.size.height) / 2);
  context.beginPath();
  for (let x = Math.ceil(box.minX / step) * step; x <= box.maxX; x += step) {
    const left = Math.round(toPixel(view, { x, y: 0 }).left) + 0.5;
    context.moveTo(left, 0);
    context.lineTo(left, view.size.height);
  }
  for (let y = Math.ceil(box.minY / step) * step; y <= box.maxY; y += step) {
    const top = Math.round(toPixel(view, { x: 0, y }).top) + 0.5;
    context.moveTo(0, top);
    context.lineTo(view.size.width, top);
  }
  context.lineWidth = 1;
  context.strokeStyle = INK[scheme];
  context.stroke();
}
