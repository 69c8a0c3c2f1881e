// Measures and draws map labels.
import type { Scheme } from "../status/colors.ts";
import type { Side } from "./label-layout.ts";

const FONT = "600 12.5px system-ui, sans-serif";
const HEIGHT = 19;
const PADDING = 5;
const STRIPE_WIDTH = 3;
const COLORS: Record<Scheme, { text: string; background: string }> = {
  light: { text: "#14233b", background: "rgb(255 255 255 / 0.88)" },
  dark: { text: "#e8edf4", background: "rgb(16 22 31 / 0.85)" },
};

/** In CSS pixels, by text. A cache, because measuring is slow. */
export type LabelWidths = Map<string, number>;

export function labelSize(
  context: CanvasRenderingContext2D,
  text: string,
  widths: LabelWidths,
): { width: number; height: number } {
  let width = widths.get(text);
  if (width === undefined) {
    context.font = FONT;
    width = Math.ceil(context.measureText(text).width) + 2 * PADDING;
    widths.set(text, width);
  }
  return { width, height: HEIGHT };
}

export interface LabelTarget {
  context: CanvasRenderingContext2D;
  scheme: Scheme;
}

/** Toward the marker and in its color: between two markers, a name alone could belong to either. */
export interface Stripe {
  side: Side;
  color: string;
}

export function drawLabel(
  { context, scheme }: LabelTarget,
  text: string,
  at: { left: number; top: number },
  widths: LabelWidths,
  stripe?: Stripe,
): void {
  const [left, top] = [Math.round(at.left), Math.round(at.top)];
  const { width, height } = labelSize(context, text, widths);
  context.font = FONT;
  context.textBaseline = "middle";
  context.beginPath();
  context.roundRect(left, top, width, height, 4);
  context.fillStyle = COLORS[scheme].background;
  context.fill();
  if (stripe !== undefined) drawStripe(context, stripe, { left, top, width, height });
  context.fillStyle = COLORS[scheme].text;
  context.fillText(text, left + PADDING, top + height / 2 + 0.5);
}

function drawStripe(
  context: CanvasRenderingContext2D,
  { side, color }: Stripe,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void {
  const isUpright = side === "left" || side === "right";
  context.fillStyle = color;
  context.fillRect(
    side === "right" ? left + width - STRIPE_WIDTH : left,
    side === "bottom" ? top + height - STRIPE_WIDTH : top,
    isUpright ? STRIPE_WIDTH : width,
    isUpright ? height : STRIPE_WIDTH,
  );
}
