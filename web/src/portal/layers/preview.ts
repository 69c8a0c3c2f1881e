// A small picture of a layer. Pure.
import type { Position } from "../../map/clip.ts";
import type { DrawnLayer } from "../../map/ground.ts";

export const PREVIEW_SIZE = { width: 160, height: 110 };
const MARGIN = 4;

/** The paths of an SVG: of lines, and of areas. */
export interface LayerPreview {
  lines: string;
  areas: string;
}

/** Null without a point. */
export function layerPreview({ geojson }: DrawnLayer): LayerPreview | null {
  const geometries = geojson.features.map(({ geometry }) => geometry);
  const lines = geometries.flatMap((one) => (one.type === "MultiLineString" ? one.coordinates : []));
  const areas = geometries.flatMap((one) => (one.type === "MultiPolygon" ? one.coordinates.flat() : []));
  const scale = scaleFor([...lines, ...areas]);
  if (scale === null) return null;
  const path = (part: readonly Position[], end: string): string =>
    `M${part.map((position) => scale(position)).join("L")}${end}`;
  return {
    lines: lines.map((line) => path(line, "")).join(""),
    areas: areas.map((ring) => path(ring, "Z")).join(""),
  };
}

/** Fits everything into the picture. A degree of longitude is shorter than one of latitude. */
function scaleFor(parts: readonly (readonly Position[])[]): ((position: Position) => string) | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of parts)
    for (const [lng, lat] of part as readonly [number, number][]) {
      [west, east] = [Math.min(west, lng), Math.max(east, lng)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
  if (west > east) return null;
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const { width, height } = PREVIEW_SIZE;
  const across = Math.max((east - west) * narrow, 1e-9);
  const pixels = Math.min((width - 2 * MARGIN) / across, (height - 2 * MARGIN) / Math.max(north - south, 1e-9));
  const [middleLng, middleLat] = [(west + east) / 2, (south + north) / 2];
  return ([lng, lat]) => {
    const left = width / 2 + ((lng as number) - middleLng) * narrow * pixels;
    const top = height / 2 - ((lat as number) - middleLat) * pixels;
    return `${left.toFixed(1)} ${top.toFixed(1)}`;
  };
}
