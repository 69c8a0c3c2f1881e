// Draws the placed point, the other points, and the cross in the center.
import type { Scheme } from "../status/colors.ts";
import type { Surface } from "./base-map.ts";
import { drawGrid } from "./grid.ts";
import { drawLabel, type LabelWidths, labelSize } from "./label-drawing.ts";
import { type Area, layoutLabels } from "./label-layout.ts";
import { type Feet, type Pixel, toPixel } from "./view.ts";

export interface NamedPoint {
  name: string;
  at: Feet;
}

export interface PointScene {
  point: NamedPoint | null;
  others: readonly NamedPoint[];
}

const DOT_RADIUS = 4.5;
const OTHERS_OPACITY = 0.72;
/** More names would be unreadable, and slow to measure in every frame. */
const MAX_NAMES = 200;
const CROSS_ARM = 15;
const CROSS_GAP = 4;
const COLORS: Record<Scheme, { point: string; dot: string; rim: string }> = {
  light: { point: "#b3170d", dot: "#14233b", rim: "#ffffff" },
  dark: { point: "#ff9b92", dot: "#e8edf4", rim: "#0b1220" },
};

export function drawPointMap(
  surface: Surface,
  { point, others }: PointScene,
  covered: readonly Area[],
  widths: LabelWidths,
): void {
  const { context, view, scheme } = surface;
  if (!surface.hasBackground) drawGrid(context, view, scheme);
  const { width, height } = view.size;
  const visible = others
    .map(({ name, at }) => ({ name, ...toPixel(view, at) }))
    .filter(
      ({ left, top }) =>
        left > -DOT_RADIUS && top > -DOT_RADIUS && left < width + DOT_RADIUS && top < height + DOT_RADIUS,
    );
  const pin = point === null ? null : { name: point.name, ...toPixel(view, point.at) };
  context.globalAlpha = OTHERS_OPACITY;
  drawDots(surface, visible);
  const named = visible.length > MAX_NAMES ? [] : visible;
  const requests = [
    ...(pin === null ? [] : [{ ...pin, isRequired: true, radius: 12 }]),
    ...named.map((one) => ({ ...one, isRequired: false, radius: DOT_RADIUS + 1 })),
  ];
  const positions = layoutLabels(
    requests.map((request) => ({ ...request, ...labelSize(context, request.name, widths) })),
    view.size,
    covered,
  );
  positions.forEach((position, index) => {
    const request = requests[index];
    if (position === null || request === undefined) return;
    context.globalAlpha = request.isRequired ? 1 : OTHERS_OPACITY;
    drawLabel(surface, request.name, position, widths);
  });
  context.globalAlpha = 1;
  drawCross(surface);
  if (pin !== null) drawPin(surface, pin);
}

function drawDots({ context, scheme }: Surface, dots: readonly Pixel[]): void {
  context.beginPath();
  for (const { left, top } of dots) {
    context.moveTo(left + DOT_RADIUS, top);
    context.arc(left, top, DOT_RADIUS, 0, 2 * Math.PI);
  }
  context.lineWidth = 3;
  context.strokeStyle = COLORS[scheme].rim;
  context.stroke();
  context.fillStyle = COLORS[scheme].dot;
  context.fill();
}

/** Marks where Enter places the point. Open in the middle. */
function drawCross({ context, view, scheme }: Surface): void {
  const [left, top] = [Math.round(view.size.width / 2) + 0.5, Math.round(view.size.height / 2) + 0.5];
  context.beginPath();
  for (const [x, y] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(left + x * CROSS_GAP, top + y * CROSS_GAP);
    context.lineTo(left + x * CROSS_ARM, top + y * CROSS_ARM);
  }
  context.lineCap = "round";
  context.lineWidth = 5;
  context.strokeStyle = COLORS[scheme].rim;
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = COLORS[scheme].dot;
  context.stroke();
}

/** A ring, so that the marked spot stays visible. */
function drawPin({ context, scheme }: Surface, { left, top }: Pixel): void {
  context.beginPath();
  context.arc(left, top, 9, 0, 2 * Math.PI);
  context.lineWidth = 7;
  context.strokeStyle = COLORS[scheme].rim;
  context.stroke();
  context.lineWidth = 4;
  context.strokeStyle = COLORS[scheme].point;
  context.stroke();
  context.beginPath();
  context.arc(left, top, 2.5, 0, 2 * Math.PI);
  context.lineWidth = 2;
  context.strokeStyle = COLORS[scheme].rim;
  context.stroke();
  context.fillStyle = COLORS[scheme].point;
  context.fill();
}
