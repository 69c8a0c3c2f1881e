// Draws the point that is placed, the others for orientation, and the cross in the middle.
import type { Scheme } from "../status/colors.ts";
import type { Surface } from "./base-map.ts";
import { drawGrid } from "./grid.ts";
import { type Area, placeLabels } from "./labels.ts";
import { type LabelWidths, labelSize, writeLabel } from "./lettering.ts";
import { type Feet, type Pixel, toPixel } from "./view.ts";

export interface Landmark {
  name: string;
  at: Feet;
}

export interface PointScene {
  /** The point that is placed, if there is one. */
  point: Landmark | null;
  others: readonly Landmark[];
}

const DOT = 4.5;
/** The others are there for orientation only. */
const FAINT = 0.72;
/** More names than this say nothing, and would be measured in every frame. */
const NAMES_AT_ONCE = 200;
const ARM = 15;
const GAP = 4;
const INK: Record<Scheme, { point: string; dot: string; rim: string }> = {
  light: { point: "#b3170d", dot: "#14233b", rim: "#ffffff" },
  dark: { point: "#ff9b92", dot: "#e8edf4", rim: "#0b1220" },
};

export function paintPoint(
  surface: Surface,
  { point, others }: PointScene,
  covered: readonly Area[],
  widths: LabelWidths,
): void {
  const { context, view, scheme } = surface;
  if (!surface.hasGround) drawGrid(context, view, scheme);
  const { width, height } = view.size;
  const near = others
    .map(({ name, at }) => ({ name, ...toPixel(view, at) }))
    .filter(({ left, top }) => left > -DOT && top > -DOT && left < width + DOT && top < height + DOT);
  const pin = point === null ? null : { name: point.name, ...toPixel(view, point.at) };
  context.globalAlpha = FAINT;
  drawDots(surface, near);
  const named = near.length > NAMES_AT_ONCE ? [] : near;
  const wishes = [
    ...(pin === null ? [] : [{ ...pin, must: true, radius: 12 }]),
    ...named.map((one) => ({ ...one, must: false, radius: DOT + 1 })),
  ];
  const places = placeLabels(
    wishes.map((wish) => ({ ...wish, ...labelSize(context, wish.name, widths) })),
    view.size,
    covered,
  );
  places.forEach((place, index) => {
    const wish = wishes[index];
    if (place === null || wish === undefined) return;
    context.globalAlpha = wish.must ? 1 : FAINT;
    writeLabel(surface, wish.name, place, widths);
  });
  context.globalAlpha = 1;
  drawCross(surface);
  if (pin !== null) drawPin(surface, pin);
}

function drawDots({ context, scheme }: Surface, dots: readonly Pixel[]): void {
  context.beginPath();
  for (const { left, top } of dots) {
    context.moveTo(left + DOT, top);
    context.arc(left, top, DOT, 0, 2 * Math.PI);
  }
  context.lineWidth = 3;
  context.strokeStyle = INK[scheme].rim;
  context.stroke();
  context.fillStyle = INK[scheme].dot;
  context.fill();
}

/** Where Enter puts the point; open in the middle, so that what lies there is seen. */
function drawCross({ context, view, scheme }: Surface): void {
  const [left, top] = [Math.round(view.size.width / 2) + 0.5, Math.round(view.size.height / 2) + 0.5];
  context.beginPath();
  for (const [across, down] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(left + across * GAP, top + down * GAP);
    context.lineTo(left + across * ARM, top + down * ARM);
  }
  context.lineCap = "round";
  context.lineWidth = 5;
  context.strokeStyle = INK[scheme].rim;
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = INK[scheme].dot;
  context.stroke();
}

/** A ring around the very spot, so that it does not hide what it marks. */
function drawPin({ context, scheme }: Surface, { left, top }: Pixel): void {
  context.beginPath();
  context.arc(left, top, 9, 0, 2 * Math.PI);
  context.lineWidth = 7;
  context.strokeStyle = INK[scheme].rim;
  context.stroke();
  context.lineWidth = 4;
  context.strokeStyle = INK[scheme].point;
  context.stroke();
  context.beginPath();
  context.arc(left, top, 2.5, 0, 2 * Math.PI);
  context.lineWidth = 2;
  context.strokeStyle = INK[scheme].rim;
  context.stroke();
  context.fillStyle = INK[scheme].point;
  context.fill();
}
