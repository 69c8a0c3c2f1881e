// Draws a scene. It reads no layout and makes no objects per strike: it runs in every frame of a move.
import { type Scheme, STATUS_COLORS } from "../status/colors.ts";
import type { Surface } from "./base-map.ts";
import { fadeStep } from "./fading.ts";
import { drawGrid } from "./grid.ts";
import { type Area, placeLabels, placeOnRing, type Wish } from "./labels.ts";
import { type LabelWidths, labelSize, writeLabel } from "./lettering.ts";
import type { Marker, Scene } from "./scene.ts";
import { type Crowding, MARKER_RADIUS, type Sprites } from "./sprite.ts";
import { countUntil } from "./strikes.ts";
import { around, toPixel } from "./view.ts";

export interface Canvas extends Surface {
  sprites: Sprites;
  /** Where buttons stand: nothing is written there. */
  covered: readonly Area[];
  widths: LabelWidths;
}

/** Markers that stand closer together than this on the average are drawn small. */
const ROOM = 46;
const RING_RIM: Record<Scheme, string> = { light: "#ffffff", dark: "#0b1220" };

export function paint(canvas: Canvas, scene: Scene): void {
  drawDanger(canvas, scene);
  if (!canvas.hasGround) drawGrid(canvas.context, canvas.view, canvas.scheme);
  const label = drawChosenRing(canvas, scene);
  drawStrikes(canvas, scene);
  drawMarkers({ ...canvas, covered: label === null ? canvas.covered : [...canvas.covered, label] }, scene);
  if (label !== null) writeLabel(canvas, scene.radiusText, label, canvas.widths);
}

/** One outline around everything within the radius of an Active facility. It clears what was drawn before, so it comes first. */
function drawDanger({ context, view, sprites }: Canvas, scene: Scene): void {
  const active = scene.markers.filter((marker) => marker.status === "Active");
  if (active.length === 0) return;
  const radius = scene.radiusFeet / view.feetPerPixel;
  const rings = new Path2D();
  for (const marker of active) {
    const { left, top } = toPixel(view, marker.at);
    rings.moveTo(left + radius, top);
    rings.arc(left, top, radius, 0, 2 * Math.PI);
  }
  const colour = STATUS_COLORS[sprites.scheme].Active.solid;
  context.lineWidth = 5;
  context.strokeStyle = colour;
  context.stroke(rings);
  context.globalCompositeOperation = "destination-out";
  context.fillStyle = "#000000";
  context.fill(rings);
  context.globalCompositeOperation = "source-over";
  context.globalAlpha = 0.07;
  context.fillStyle = colour;
  context.fill(rings);
  context.globalAlpha = 1;
}

/** The ring, and where the label of its radius stands. */
function drawChosenRing({ context, view, sprites, widths, covered }: Canvas, scene: Scene): Area | null {
  const chosen = scene.markers.find((marker) => marker.id === scene.selected);
  if (chosen === undefined) return null;
  const { left, top } = toPixel(view, chosen.at);
  const radius = scene.radiusFeet / view.feetPerPixel;
  const { solid } = STATUS_COLORS[sprites.scheme][chosen.status];
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
  return placeOnRing({ left, top, radius }, labelSize(context, scene.radiusText, widths), view.size, covered);
}

function drawStrikes({ context, view, sprites }: Canvas, { strikes, asOf, dangerMs, historyMs }: Scene): void {
  const { density } = sprites;
  const scale = density / view.feetPerPixel;
  const [width, height] = [view.size.width * density, view.size.height * density];
  const [startX, startY] = [width / 2 - view.centre.x * scale, height / 2 + view.centre.y * scale];
  const { x, y, at, kind } = strikes;
  const last = countUntil(strikes, asOf);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (let index = countUntil(strikes, asOf - historyMs - 1); index < last; index += 1) {
    const [left, top] = [startX + (x[index] as number) * scale, startY - (y[index] as number) * scale];
    if (left < -32 || top < -32 || left > width + 32 || top > height + 32) continue;
    const step = fadeStep(asOf - (at[index] as number), dangerMs, historyMs);
    const sprite = sprites.strikes[kind[index] as number]?.[step];
    if (sprite !== undefined)
      context.drawImage(sprite.picture, Math.round(left) - sprite.half, Math.round(top) - sprite.half);
  }
  context.restore();
}

function drawMarkers(canvas: Canvas, scene: Scene): void {
  const { context, view, sprites } = canvas;
  const shown = scene.markers
    .map((marker) => ({ marker, ...toPixel(view, marker.at) }))
    .filter(({ left, top }) => left > -20 && top > -20 && left < view.size.width + 20 && top < view.size.height + 20);
  // The chosen one first: it gets its label before all others, and is drawn over them.
  const isChosen = ({ marker }: { marker: Marker }): boolean => marker.id === scene.selected;
  const order = [...shown.filter(isChosen), ...shown.filter((one) => !isChosen(one))];
  const crowding = crowdingOf(scene.markers, view.feetPerPixel);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (const one of order.slice().reverse()) {
    const { picture, half } = sprites.markers[isChosen(one) ? "roomy" : crowding][one.marker.status];
    context.drawImage(
      picture,
      Math.round(one.left * sprites.density) - half,
      Math.round(one.top * sprites.density) - half,
    );
  }
  context.restore();
  const wishes = order.map((one) => ({
    ...labelWish(
      canvas,
      one.marker,
      MARKER_RADIUS[isChosen(one) ? "roomy" : crowding][one.marker.status],
      one.left,
      one.top,
    ),
    must: isChosen(one),
  }));
  placeLabels(wishes, view.size, canvas.covered).forEach((place, index) => {
    const marker = order[index]?.marker;
    if (place !== null && marker !== undefined) writeLabel(canvas, marker.name, place, canvas.widths);
  });
}

/** By the room that each would have if all were spread evenly. */
function crowdingOf(markers: readonly Marker[], feetPerPixel: number): Crowding {
  const box = around(markers.map(({ at }) => at));
  if (box === null || markers.length < 2) return "roomy";
  const apart = Math.sqrt(((box.maxX - box.minX) * (box.maxY - box.minY)) / markers.length) / feetPerPixel;
  return apart < ROOM ? "crowded" : "roomy";
}

function labelWish({ context, widths }: Canvas, marker: Marker, radius: number, left: number, top: number): Wish {
  return { left, top, radius, ...labelSize(context, marker.name, widths) };
}
