// Grid lines at round distances, drawn when there are neither aerial photos nor layers.
import type { Scheme } from "../status/colors.ts";
import { FEET_PER_MILE, type MapView, toPixel, visibleBox } from "./view.ts";

const MIN_GAP_PIXELS = 60;
const LINE_COLOR: Record<Scheme, string> = { light: "rgb(20 35 59 / 0.1)", dark: "rgb(232 237 244 / 0.1)" };

/** Feet between two lines: 1, 2, 4 … miles, or round feet when a mile is too wide. */
export function gridStep(feetPerPixel: number, maxPixels: number): number {
  const minFeet = feetPerPixel * MIN_GAP_PIXELS;
  if (FEET_PER_MILE / feetPerPixel <= maxPixels) {
    let step = FEET_PER_MILE;
    while (step < minFeet) step *= 2;
    return step;
  }
  const power = 10 ** Math.floor(Math.log10(minFeet));
  return ([1, 2, 5, 10].find((digit) => digit * power >= minFeet) ?? 10) * power;
}

export function drawGrid(context: CanvasRenderingContext2D, view: MapView, scheme: Scheme): void {
  const box = visibleBox(view);
  // At least two lines in each direction.
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
  context.strokeStyle = LINE_COLOR[scheme];
  context.stroke();
}
