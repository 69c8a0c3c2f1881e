// Draws the area in which a facility is Active, as one path: filled once, so overlapping discs are not darker.
import { type Scheme, STATUS_COLORS } from "../status/colors.ts";
import type { Surface } from "./base-map.ts";
import { type Loop, pointAt } from "./disc-union.ts";
import { toPixel } from "./view.ts";

const FILL_OPACITY = 0.16;
const RIM: Record<Scheme, string> = { light: "rgb(255 255 255 / 0.85)", dark: "rgb(11 18 32 / 0.85)" };

export function drawDangerArea({ context, view, scheme }: Surface, loops: readonly Loop[]): void {
  if (loops.length === 0) return;
  context.beginPath();
  for (const loop of loops) {
    loop.forEach((arc, index) => {
      const { left, top } = toPixel(view, arc.disc);
      const start = toPixel(view, pointAt(arc, arc.from));
      if (index === 0) context.moveTo(start.left, start.top);
      // Pixels have y down, so angles have the other sign.
      context.arc(left, top, arc.disc.radius / view.feetPerPixel, -arc.from, -arc.to, true);
    });
    context.closePath();
  }
  const color = STATUS_COLORS[scheme].Active.solid;
  context.globalAlpha = FILL_OPACITY;
  context.fillStyle = color;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 4;
  context.strokeStyle = RIM[scheme];
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = color;
  context.stroke();
}
