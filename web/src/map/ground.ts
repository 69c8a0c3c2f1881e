// The city's own boundaries, roads, water and parks in feet: what is drawn below everything else. Pure.
import type { CityProjection } from "./city-projection.ts";
import { clipLine, clipRing, type Position } from "./clip.ts";
import { centerOf, type Feet, type MapView } from "./view.ts";

export type LayerKind = "boundary" | "road" | "water" | "park";

type LayerGeometry =
  | { type: "MultiLineString"; coordinates: readonly (readonly Position[])[] }
  | { type: "MultiPolygon"; coordinates: readonly (readonly (readonly Position[])[])[] };

/** A layer as the service sends it, in degrees. */
export interface DrawnLayer {
  name: string;
  kind: LayerKind;
  geojson: { features: readonly { geometry: LayerGeometry }[] };
}

export interface GroundLayer {
  kind: LayerKind;
  /** Near all points: a canvas has too few digits for feet from the origin of the coordinate system. */
  origin: Feet;
  lines: readonly (readonly Feet[])[];
  /** Outer rings turn left and holes turn right, so that overlapping areas are filled once. */
  rings: readonly (readonly Feet[])[];
}

/** From the bottom to the top. */
const DRAW_ORDER: readonly LayerKind[] = ["park", "water", "road", "boundary"];

/** What is outside the projection's area is cut off. */
export function projectLayers(layers: readonly DrawnLayer[], projection: CityProjection): GroundLayer[] {
  const known = layers.filter(({ kind }) => DRAW_ORDER.includes(kind));
  const sorted = known.sort((one, other) => DRAW_ORDER.indexOf(one.kind) - DRAW_ORDER.indexOf(other.kind));
  return sorted.map((layer) => projectLayer(layer, projection));
}

function projectLayer({ kind, geojson }: DrawnLayer, projection: CityProjection): GroundLayer {
  const [lines, rings]: [Feet[][], Feet[][]] = [[], []];
  const project = (path: readonly Position[]): Feet[] =>
    path.flatMap(([lng, lat]) => projection.toFeet({ lng: lng as number, lat: lat as number }) ?? []);
  const addLine = (line: readonly Position[]): void => {
    for (const part of clipLine(line, projection)) lines.push(project(part));
  };
  const addArea = (area: readonly (readonly Position[])[]): void =>
    area.forEach((ring, index) => {
      const clipped = project(clipRing(ring, projection));
      if (clipped.length > 2) rings.push(turned(clipped, index === 0));
    });
  for (const { geometry } of geojson.features) {
    if (geometry.type === "MultiLineString") geometry.coordinates.forEach(addLine);
    else if (isFilled(kind)) geometry.coordinates.forEach(addArea);
    // The edge of the area where it was cut is no boundary.
    else for (const area of geometry.coordinates) area.forEach(addLine);
  }
  return { kind, origin: centerOf(projection.box), lines, rings };
}

function isFilled(kind: LayerKind): boolean {
  return kind === "water" || kind === "park";
}

function turned(ring: Feet[], isLeft: boolean): Feet[] {
  let doubleArea = 0;
  ring.forEach((to, index) => {
    const from = ring[index === 0 ? ring.length - 1 : index - 1] as Feet;
    doubleArea += from.x * to.y - to.x * from.y;
  });
  return doubleArea > 0 === isLeft ? ring : ring.reverse();
}

/** Everything that a picture of the ground depends on. */
export interface GroundState {
  layers: readonly GroundLayer[];
  view: MapView;
  density: number;
  scheme: "light" | "dark";
  hasPhotos: boolean;
}

/** Whether a drawn picture can be used again. */
export function isSameGround(one: GroundState, other: GroundState): boolean {
  const [a, b] = [one.view, other.view];
  return (
    one.layers === other.layers &&
    one.density === other.density &&
    one.scheme === other.scheme &&
    one.hasPhotos === other.hasPhotos &&
    a.feetPerPixel === b.feetPerPixel &&
    a.center.x === b.center.x &&
    a.center.y === b.center.y &&
    a.size.width === b.size.width &&
    a.size.height === b.size.height
  );
}
