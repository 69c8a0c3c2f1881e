// How each kind of layer looks. Calm: nothing here may compete with the colors of danger. Pure.
import type { Scheme } from "../status/colors.ts";
import type { LayerKind } from "./ground.ts";

export interface GroundStyle {
  fill: string | null;
  stroke: string | null;
  /** Around the stroke, so that it is visible on photos. */
  rim: string | null;
  /** In CSS pixels. */
  width: number;
  dash: readonly number[];
}

const WATER: Record<Scheme, string> = { light: "#c3d6e6", dark: "#1d3145" };
const PARK: Record<Scheme, string> = { light: "#d4e1d0", dark: "#1a2b23" };
const ROAD: Record<Scheme, string> = { light: "#f8fafc", dark: "#2c3848" };
const BOUNDARY: Record<Scheme, string> = { light: "#7f8a99", dark: "#78869a" };
const BOUNDARY_DASH = [7, 4];
/** As wide as a main road, but visible from afar and never in the way. */
const ROAD_FEET = 60;
const [MIN_ROAD_PIXELS, MAX_ROAD_PIXELS] = [1.25, 6];

/** Null: not drawn. Photos show roads, water and parks themselves. */
export function groundStyle(
  kind: LayerKind,
  scheme: Scheme,
  hasPhotos: boolean,
  feetPerPixel: number,
): GroundStyle | null {
  const plain = { fill: null, stroke: null, rim: null, width: 1, dash: [] };
  if (kind === "boundary")
    return hasPhotos
      ? { ...plain, stroke: "rgb(255 255 255 / 0.85)", rim: "rgb(0 0 0 / 0.5)", width: 1.5, dash: BOUNDARY_DASH }
      : { ...plain, stroke: BOUNDARY[scheme], width: 1.5, dash: BOUNDARY_DASH };
  if (hasPhotos) return null;
  switch (kind) {
    case "water":
      // Small rivers are lines.
      return { ...plain, fill: WATER[scheme], stroke: WATER[scheme], width: 1.5 };
    case "park":
      return { ...plain, fill: PARK[scheme] };
    case "road": {
      const width = Math.min(MAX_ROAD_PIXELS, Math.max(MIN_ROAD_PIXELS, ROAD_FEET / feetPerPixel));
      return { ...plain, stroke: ROAD[scheme], width };
    }
  }
}
