// A view that glides to another: for buttons and keys. Whoever wants no motion gets the end at once.
import type { View } from "./view.ts";

const GLIDE_MS = 220;

/** The view at a part of the way, 0 to 1. The zoom is mixed by its logarithm, so that it looks even. */
export function mixed(from: View, to: View, part: number): View {
  const eased = part * (2 - part);
  const feetPerPixel = from.feetPerPixel * (to.feetPerPixel / from.feetPerPixel) ** eased;
  // What lies still in both views lies still on the way: the centre follows the zoom.
  const span = to.feetPerPixel - from.feetPerPixel;
  const share = Math.abs(span) < 1e-9 * from.feetPerPixel ? eased : (feetPerPixel - from.feetPerPixel) / span;
  const mix = (start: number, end: number): number => start + (end - start) * share;
  return {
    size: to.size,
    feetPerPixel,
    centre: { x: mix(from.centre.x, to.centre.x), y: mix(from.centre.y, to.centre.y) },
  };
}

export class Glide {
  /** Where it goes; null while nothing moves. */
  goal: View | null = null;
  private frame = 0;

  /** Calls `step` in each frame until `to` is reached. */
  start(from: View, to: View, step: (view: View) => void): void {
    this.end();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      step(to);
      return;
    }
    this.goal = to;
    const begun = performance.now();
    const go = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - begun) / GLIDE_MS));
      step(part === 1 ? to : mixed(from, to, part));
      if (part < 1) this.frame = requestAnimationFrame(go);
      else this.goal = null;
    };
    this.frame = requestAnimationFrame(go);
  }

  end(): void {
    this.goal = null;
    cancelAnimationFrame(this.frame);
  }
}
