// Animates the map from one view to another; with reduced motion it jumps.
import type { MapView } from "./view.ts";

const GLIDE_MS = 220;

/** `part` is from 0 to 1. The zoom is interpolated logarithmically, so that its speed looks constant. */
export function interpolate(from: MapView, to: MapView, part: number): MapView {
  const eased = part * (2 - part);
  const feetPerPixel = from.feetPerPixel * (to.feetPerPixel / from.feetPerPixel) ** eased;
  // The center follows the zoom: a point at the same pixel in both views stays there in between.
  const span = to.feetPerPixel - from.feetPerPixel;
  const share = Math.abs(span) < 1e-9 * from.feetPerPixel ? eased : (feetPerPixel - from.feetPerPixel) / span;
  const mix = (start: number, end: number): number => start + (end - start) * share;
  return {
    size: to.size,
    feetPerPixel,
    center: { x: mix(from.center.x, to.center.x), y: mix(from.center.y, to.center.y) },
  };
}

export class Glide {
  /** Null while nothing moves. */
  goal: MapView | null = null;
  private frame = 0;

  /** Calls `step` in each frame until `to` is reached. */
  start(from: MapView, to: MapView, step: (view: MapView) => void): void {
    this.stop();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      step(to);
      return;
    }
    this.goal = to;
    const startedAt = performance.now();
    const go = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - startedAt) / GLIDE_MS));
      step(part === 1 ? to : interpolate(from, to, part));
      if (part < 1) this.frame = requestAnimationFrame(go);
      else this.goal = null;
    };
    this.frame = requestAnimationFrame(go);
  }

  stop(): void {
    this.goal = null;
    cancelAnimationFrame(this.frame);
  }
}
