// The city's own boundaries, roads, water and parks in feet: what is drawn below everything else. Pure.
import type { CityProjection } from "./city-projection.ts";
import { clipLine, clipRing, type Position } from "./clip.ts";
import { centerOf, containsBox, type Feet, type MapView, type Pixel, toPixel, visibleBox } from "./view.ts";

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

/** Around the view, as a share of its size: while the map is moved, one picture serves many frames. */
const MARGIN = 0.25;

/** What the next picture shows. A map that nobody moves needs no margin. */
export function nextPicture(last: GroundState | null, state: GroundState): GroundState {
  const { center, feetPerPixel } = state.view;
  const isMoved =
    last !== null &&
    last.view.feetPerPixel === feetPerPixel &&
    (last.view.center.x !== center.x || last.view.center.y !== center.y);
  if (!isMoved) return state;
  const { width, height } = state.view.size;
  const size = { width: width * (1 + 2 * MARGIN), height: height * (1 + 2 * MARGIN) };
  return { ...state, view: { ...state.view, size } };
}

/** Where the upper left corner of a picture is in the current view; null if the picture cannot be used. */
export function picturePosition(picture: GroundState, state: GroundState): Pixel | null {
  const isSame =
    picture.layers === state.layers &&
    picture.density === state.density &&
    picture.scheme === state.scheme &&
    picture.hasPhotos === state.hasPhotos &&
    picture.view.feetPerPixel === state.view.feetPerPixel;
  if (!isSame || !containsBox(visibleBox(picture.view), visibleBox(state.view))) return null;
  const { left, top } = toPixel(state.view, picture.view.center);
  return { left: left - picture.view.size.width / 2, top: top - picture.view.size.height / 2 };
}
