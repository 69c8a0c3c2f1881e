// Small pictures, drawn once for each density and colour scheme, then copied: that is what makes ten thousand strikes cheap.
import { type Scheme, STATUS_COLORS } from "../status/colors.ts";
import { DISPLAY_STATUSES, type DisplayStatus, SHAPES } from "../status/status.ts";
import { FADE_STEPS, type Fade } from "./fading.ts";
import { CLOUD, GROUND } from "./strikes.ts";

export interface Sprite {
  picture: HTMLCanvasElement;
  /** Half of its width, in device pixels. */
  half: number;
}

export interface Sprites {
  density: number;
  scheme: Scheme;
  /** By kind, then by fade step. */
  strikes: readonly (readonly Sprite[])[];
  /** By crowding: with room around them, and close together. */
  markers: Record<Crowding, Record<DisplayStatus, Sprite>>;
}

export type Crowding = "roomy" | "crowded";

/** From the newest to the oldest; read over photographs and plain ground alike because each has a dark rim. */
export const HEAT = [
  "#fff6a8",
  "#ffd84d",
  "#ffb03a",
  "#ff8a3c",
  "#f4653f",
  "#dd4f5c",
  "#bd5a86",
  "#a06aa0",
  "#8d78ac",
  "#8384ad",
  "#7f8bab",
  "#7d90a8",
];
const RIM = "rgb(20 16 32 / 0.85)";

export const MARKER_RADIUS: Record<Crowding, Record<DisplayStatus, number>> = {
  roomy: { Active: 14, Clearing: 13, Clear: 10, Unknown: 10 },
  crowded: { Active: 8.5, Clearing: 8, Clear: 6, Unknown: 6 },
};

export function makeSprites(density: number, scheme: Scheme): Sprites {
  const strikes = [GROUND, CLOUD].map((kind) => FADE_STEPS.map((fade) => strikeSprite(kind, fade, density)));
  const markers = (crowding: Crowding): Record<DisplayStatus, Sprite> =>
    Object.fromEntries(
      DISPLAY_STATUSES.map((status) => [status, markerSprite(status, scheme, density, crowding)]),
    ) as Record<DisplayStatus, Sprite>;
  return { density, scheme, strikes, markers: { roomy: markers("roomy"), crowded: markers("crowded") } };
}

/** Ground: a filled diamond. Cloud: a ring. */
function strikeSprite(kind: number, fade: Fade, density: number): Sprite {
  const glow = fade.step === 0 ? 4 : 0;
  return sprite(fade.radius + 2 + glow, density, (context) => {
    context.globalAlpha = fade.strength;
    const colour = HEAT[fade.step] ?? "#888888";
    if (glow > 0) halo(context, fade.radius + glow, colour);
    context.beginPath();
    if (kind === CLOUD) context.arc(0, 0, fade.radius - 0.75, 0, 2 * Math.PI);
    else diamond(context, fade.radius + 0.5);
    stroke(context, RIM, kind === CLOUD ? 4 : 2.5);
    if (kind === CLOUD) return stroke(context, colour, 2);
    context.fillStyle = colour;
    context.fill();
  });
}

function halo(context: CanvasRenderingContext2D, radius: number, colour: string): void {
  context.save();
  context.globalAlpha = 0.45;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.restore();
}

function diamond(context: CanvasRenderingContext2D, radius: number): void {
  context.moveTo(0, -radius);
  context.lineTo(radius, 0);
  context.lineTo(0, radius);
  context.lineTo(-radius, 0);
  context.closePath();
}

function stroke(context: CanvasRenderingContext2D, colour: string, width: number): void {
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

/** The shape of the standing with its sign, and a rim that parts it from the photograph. */
function markerSprite(status: DisplayStatus, scheme: Scheme, density: number, crowding: Crowding): Sprite {
  const radius = MARKER_RADIUS[crowding][status];
  const { solid, on } = STATUS_COLORS[scheme][status];
  return sprite(radius + 2, density, (context) => {
    context.scale(radius / 12, radius / 12);
    context.translate(-12, -12);
    context.lineJoin = "round";
    context.lineCap = "round";
    const outline = new Path2D(SHAPES[status].outline);
    context.lineWidth = 4;
    context.strokeStyle = scheme === "light" ? "#ffffff" : "#0b1220";
    context.stroke(outline);
    context.fillStyle = solid;
    context.fill(outline);
    // So small nobody reads the sign; the outline tells them apart.
    if (crowding === "crowded") return;
    context.lineWidth = 2.2;
    context.strokeStyle = on;
    context.stroke(new Path2D(SHAPES[status].sign));
  });
}

function sprite(radius: number, density: number, draw: (context: CanvasRenderingContext2D) => void): Sprite {
  const half = Math.ceil(radius * density);
  const picture = document.createElement("canvas");
  picture.width = picture.height = 2 * half;
  const context = picture.getContext("2d");
  if (context !== null) {
    context.translate(half, half);
    context.scale(density, density);
    draw(context);
  }
  return { picture, half };
}
