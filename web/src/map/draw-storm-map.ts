// Draws the storm map. Runs in every animation frame, so it reads no layout and allocates nothing per strike.
import { type Scheme, STATUS_COLORS } from "../status/colors.ts";
import type { Surface } from "./base-map.ts";
import { drawDangerArea } from "./draw-danger-area.ts";
import { drawClosest, drawTrail } from "./draw-movement.ts";
import { milesText } from "./edge-arrow-buttons.ts";
import { drawGrid } from "./grid.ts";
import { drawLabel, type LabelWidths, labelSize } from "./label-drawing.ts";
import { type Area, type LabelRequest, layoutLabels, layoutRingLabel, sideOfMarker } from "./label-layout.ts";
import type { Marker, Scene } from "./scene.ts";
import { MARKER_RADIUS, type MarkerSize, type Sprites } from "./sprites.ts";
import { fadeStep } from "./strike-fade.ts";
import { countUpTo } from "./strikes.ts";
import { boundingBox, type Pixel, toPixel } from "./view.ts";

export interface StormCanvas extends Surface {
  sprites: Sprites;
  /** Covered by the buttons and the legend: no labels there. */
  covered: readonly Area[];
  widths: LabelWidths;
  /** Whether the closest strikes are pointed out. */
  showsClosest: boolean;
}

/** Markers with a smaller average distance are drawn small. */
const CROWDED_PIXELS = 46;
/** Between a strike and its label. */
const CLOSEST_LABEL_GAP = 7;
const RING_RIM: Record<Scheme, string> = { light: "#ffffff", dark: "#0b1220" };

export function drawStormMap(canvas: StormCanvas, scene: Scene): void {
  if (!canvas.hasBackground) drawGrid(canvas.context, canvas.view, canvas.scheme);
  drawDangerArea(canvas, scene.dangerArea);
  const label = drawSelectedRing(canvas, scene);
  drawStrikes(canvas, scene);
  drawTrail(canvas, scene.trail);
  if (canvas.showsClosest) drawClosest(canvas, scene.closest);
  const covered = label === null ? canvas.covered : [...canvas.covered, label];
  const markers = scene.markers.map(({ at }) => aroundMarker(toPixel(canvas.view, at)));
  const withMarkers = { ...canvas, covered: [...covered, ...markers] };
  const closestLabels = canvas.showsClosest ? drawClosestLabels(withMarkers, scene) : [];
  drawMarkers({ ...canvas, covered: [...covered, ...closestLabels] }, scene);
  if (label !== null) drawLabel(canvas, scene.radiusText, label, canvas.widths);
}

/** Returns the area of the radius label. */
function drawSelectedRing({ context, view, sprites, widths, covered }: StormCanvas, scene: Scene): Area | null {
  const selected = scene.markers.find((marker) => marker.id === scene.selected);
  if (selected === undefined) return null;
  const { left, top } = toPixel(view, selected.at);
  const radius = selected.radiusFeet / view.feetPerPixel;
  const { solid } = STATUS_COLORS[sprites.scheme][selected.status];
  context.beginPath();
  context.arc(left, top, radius, 0, 2 * Math.PI);
  context.globalAlpha = 0.1;
  context.fillStyle = solid;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 5;
  context.strokeStyle = RING_RIM[sprites.scheme];
  context.stroke();
  context.lineWidth = 2.5;
  context.strokeStyle = solid;
  context.stroke();
  return layoutRingLabel({ left, top, radius }, labelSize(context, scene.radiusText, widths), view.size, covered);
}

function drawStrikes({ context, view, sprites }: StormCanvas, { strikes, asOf, dangerMs, historyMs }: Scene): void {
  const { density } = sprites;
  const scale = density / view.feetPerPixel;
  const [width, height] = [view.size.width * density, view.size.height * density];
  const [startX, startY] = [width / 2 - view.center.x * scale, height / 2 + view.center.y * scale];
  const { x, y, at, kind } = strikes;
  const last = countUpTo(strikes, asOf);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (let index = countUpTo(strikes, asOf - historyMs - 1); index < last; index += 1) {
    const [left, top] = [startX + (x[index] as number) * scale, startY - (y[index] as number) * scale];
    if (left < -32 || top < -32 || left > width + 32 || top > height + 32) continue;
    const step = fadeStep(asOf - (at[index] as number), dangerMs, historyMs);
    const sprite = sprites.strikes[kind[index] as number]?.[step];
    if (sprite !== undefined)
      context.drawImage(sprite.image, Math.round(left) - sprite.half, Math.round(top) - sprite.half);
  }
  context.restore();
}

function aroundMarker({ left, top }: Pixel): Area {
  const radius = MARKER_RADIUS.large.Active;
  return { left: left - radius, top: top - radius, right: left + radius, bottom: top + radius };
}

/** “5 min: 2.3 mi” at each of the closest strikes. Returns the areas of the labels. */
function drawClosestLabels(canvas: StormCanvas, { closest }: Scene): Area[] {
  const labels = closest.map(({ at, minutes, feet }) => ({
    text: `${minutes} min: ${milesText(feet)} mi`,
    ...toPixel(canvas.view, at),
  }));
  const sizeOf = (text: string): { width: number; height: number } => labelSize(canvas.context, text, canvas.widths);
  const requests = labels.map(({ text, left, top }) => ({ left, top, radius: CLOSEST_LABEL_GAP, ...sizeOf(text) }));
  return layoutLabels(requests, canvas.view.size, canvas.covered).flatMap((position, index) => {
    const label = labels[index];
    if (position === null || label === undefined) return [];
    drawLabel(canvas, label.text, position, canvas.widths);
    const { width, height } = sizeOf(label.text);
    return [{ ...position, right: position.left + width, bottom: position.top + height }];
  });
}

function drawMarkers(canvas: StormCanvas, scene: Scene): void {
  const { context, view, sprites } = canvas;
  const shown = scene.markers
    .map((marker) => ({ marker, ...toPixel(view, marker.at) }))
    .filter(({ left, top }) => left > -20 && top > -20 && left < view.size.width + 20 && top < view.size.height + 20);
  // The selected marker first: it gets its label first and is drawn on top.
  const isSelected = ({ marker }: { marker: Marker }): boolean => marker.id === scene.selected;
  const order = [...shown.filter(isSelected), ...shown.filter((one) => !isSelected(one))];
  const size = markerSizeFor(scene.markers, view.feetPerPixel);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (const one of order.slice().reverse()) {
    const { image, half } = sprites.markers[isSelected(one) ? "large" : size][one.marker.status];
    context.drawImage(
      image,
      Math.round(one.left * sprites.density) - half,
      Math.round(one.top * sprites.density) - half,
    );
  }
  context.restore();
  const requests = order.map((one) => ({
    ...labelRequest(
      canvas,
      one.marker,
      MARKER_RADIUS[isSelected(one) ? "large" : size][one.marker.status],
      one.left,
      one.top,
    ),
    isRequired: isSelected(one),
  }));
  layoutLabels(requests, view.size, canvas.covered).forEach((position, index) => {
    const [marker, request] = [order[index]?.marker, requests[index]];
    if (position === null || marker === undefined || request === undefined) return;
    const color = STATUS_COLORS[canvas.scheme][marker.status].solid;
    drawLabel(canvas, marker.name, position, canvas.widths, { side: sideOfMarker(request, position), color });
  });
}

/** Based on the distance between evenly spread markers. */
function markerSizeFor(markers: readonly Marker[], feetPerPixel: number): MarkerSize {
  const box = boundingBox(markers.map(({ at }) => at));
  if (box === null || markers.length < 2) return "large";
  const distance = Math.sqrt(((box.maxX - box.minX) * (box.maxY - box.minY)) / markers.length) / feetPerPixel;
  return distance < CROWDED_PIXELS ? "small" : "large";
}

function labelRequest(
  { context, widths }: StormCanvas,
  marker: Marker,
  radius: number,
  left: number,
  top: number,
): LabelRequest {
  return { left, top, radius, ...labelSize(context, marker.name, widths) };
}
