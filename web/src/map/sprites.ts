// Markers and strikes as images, drawn once per density and color scheme, so that 10,000 strikes are fast to draw.
import { type Scheme, STATUS_COLORS } from "../status/colors.ts";
import { DISPLAY_STATUSES, type DisplayStatus, SHAPES } from "../status/status.ts";
import { STRIKE_KINDS, type StrikeKind } from "../status/strike-kind.ts";
import { FADE_STEPS, type StrikeFade } from "./strike-fade.ts";
import { strikeShape } from "./strike-shape.ts";

export interface Sprite {
  image: HTMLCanvasElement;
  /** Half of its width, in device pixels. */
  half: number;
}

export interface Sprites {
  density: number;
  scheme: Scheme;
  /** In the order of STRIKE_KINDS, then by fade step. */
  strikes: readonly (readonly Sprite[])[];
  markers: Record<MarkerSize, Record<DisplayStatus, Sprite>>;
}

export type MarkerSize = "large" | "small";

/** From newest to oldest. A dark rim makes each color visible on photos and on the grid. */
export const AGE_COLORS = [
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
const RIM_COLOR = "rgb(20 16 32 / 0.85)";

export const MARKER_RADIUS: Record<MarkerSize, Record<DisplayStatus, number>> = {
  large: { Active: 14, Clearing: 13, Clear: 10, Unknown: 10 },
  small: { Active: 8.5, Clearing: 8, Clear: 6, Unknown: 6 },
};

export function createSprites(density: number, scheme: Scheme): Sprites {
  const strikes = STRIKE_KINDS.map((kind) => FADE_STEPS.map((fade) => strikeSprite(kind, fade, density)));
  const markers = (size: MarkerSize): Record<DisplayStatus, Sprite> =>
    Object.fromEntries(
      DISPLAY_STATUSES.map((status) => [status, markerSprite(status, scheme, density, size)]),
    ) as Record<DisplayStatus, Sprite>;
  return { density, scheme, strikes, markers: { large: markers("large"), small: markers("small") } };
}

function strikeSprite(kind: StrikeKind, fade: StrikeFade, density: number): Sprite {
  const glow = fade.step === 0 ? 4 : 0;
  return sprite(fade.radius + 2 + glow, density, (context) => {
    context.globalAlpha = fade.opacity;
    const color = AGE_COLORS[fade.step] ?? "#888888";
    if (glow > 0) drawGlow(context, fade.radius + glow, color);
    const shape = strikeShape(kind, fade.radius);
    const outline = new Path2D(shape.path);
    stroke(context, outline, RIM_COLOR, shape.rim);
    if (!shape.isFilled) return stroke(context, outline, color, 2);
    context.fillStyle = color;
    context.fill(outline);
  });
}

function drawGlow(context: CanvasRenderingContext2D, radius: number, color: string): void {
  context.save();
  context.globalAlpha = 0.45;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  context.restore();
}

function stroke(context: CanvasRenderingContext2D, outline: Path2D, color: string, width: number): void {
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke(outline);
}

/** The status's shape and symbol, with a rim for contrast on photos. */
function markerSprite(status: DisplayStatus, scheme: Scheme, density: number, size: MarkerSize): Sprite {
  const radius = MARKER_RADIUS[size][status];
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
    // Too small for the symbol; the outlines differ.
    if (size === "small") return;
    context.lineWidth = 2.2;
    context.strokeStyle = on;
    context.stroke(new Path2D(SHAPES[status].symbol));
  });
}

function sprite(radius: number, density: number, draw: (context: CanvasRenderingContext2D) => void): Sprite {
  const half = Math.ceil(radius * density);
  const image = document.createElement("canvas");
  image.width = image.height = 2 * half;
  const context = image.getContext("2d");
  if (context !== null) {
    context.translate(half, half);
    context.scale(density, density);
    draw(context);
  }
  return { image, half };
}
