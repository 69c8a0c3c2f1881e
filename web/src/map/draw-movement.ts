// Draws where the storm was during the last hour, and the closest strikes.
import type { Scheme } from "../status/colors.ts";
import type { Surface } from "./base-map.ts";
import type { ClosestStrike } from "./closest-strikes.ts";
import type { TrailPoint } from "./storm-trail.ts";
import { type Pixel, toPixel } from "./view.ts";

const TRAIL_COLOR: Record<Scheme, string> = { light: "#6d28d9", dark: "#c4b5fd" };
const RIM: Record<Scheme, string> = { light: "#ffffff", dark: "#0b1220" };
const LINE: Record<Scheme, string> = { light: "#14233b", dark: "#e8edf4" };
const NEWEST_RADIUS = 7;
/** Of the opacity, for each ten minutes. */
const FADE = 0.14;

/** Fades with age; the newest position is the largest. */
export function drawTrail({ context, view, scheme }: Surface, trail: readonly TrailPoint[]): void {
  const points = trail.map((point) => ({ ...toPixel(view, point), age: point.age }));
  points.forEach((point, index) => {
    const before = points[index - 1];
    context.globalAlpha = 1 - point.age * FADE;
    if (before !== undefined) drawLine(context, before, point, { rim: RIM[scheme], color: TRAIL_COLOR[scheme] });
    context.beginPath();
    context.arc(point.left, point.top, NEWEST_RADIUS - point.age * 0.7, 0, 2 * Math.PI);
    context.lineWidth = 4;
    context.strokeStyle = RIM[scheme];
    context.stroke();
    context.lineWidth = 2;
    context.strokeStyle = TRAIL_COLOR[scheme];
    context.stroke();
  });
  context.globalAlpha = 1;
}

/** A dashed line from the facility to each of the closest strikes. */
export function drawClosest({ context, view, scheme }: Surface, closest: readonly ClosestStrike[]): void {
  for (const { at, facility } of closest) {
    context.setLineDash([5, 4]);
    drawLine(context, toPixel(view, facility), toPixel(view, at), { rim: RIM[scheme], color: LINE[scheme] });
    context.setLineDash([]);
  }
}

/** The rim makes a line visible on photos. */
interface LineColors {
  rim: string;
  color: string;
}

function drawLine(context: CanvasRenderingContext2D, from: Pixel, to: Pixel, { rim, color }: LineColors): void {
  context.beginPath();
  context.moveTo(from.left, from.top);
  context.lineTo(to.left, to.top);
  context.lineWidth = 3.5;
  context.strokeStyle = rim;
  context.stroke();
  context.lineWidth = 1.5;
  context.strokeStyle = color;
  context.stroke();
}
