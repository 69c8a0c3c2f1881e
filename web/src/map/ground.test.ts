import { expect, test } from "vitest";
import city from "./city.fixture.json";
import { CityProjection } from "./city-projection.ts";
import type { Position } from "./clip.ts";
import {
  type DrawnLayer,
  type GroundState,
  type LayerKind,
  nextPicture,
  picturePosition,
  projectLayers,
} from "./ground.ts";
import { groundStyle } from "./ground-style.ts";

const projection = new CityProjection(city.projection);
const KINDS: LayerKind[] = ["boundary", "road", "water", "park"];
/** A square mile or so, and one inside it. */
const OUTER: Position[] = [
  [-86.6, 34.7],
  [-86.58, 34.7],
  [-86.58, 34.72],
  [-86.6, 34.72],
  [-86.6, 34.7],
];
const INNER: Position[] = [
  [-86.595, 34.705],
  [-86.59, 34.705],
  [-86.59, 34.71],
  [-86.595, 34.705],
];

function area(kind: LayerKind, rings: Position[][]): DrawnLayer {
  return { name: kind, kind, geojson: { features: [{ geometry: { type: "MultiPolygon", coordinates: [rings] } }] } };
}

function line(kind: LayerKind, coordinates: Position[]): DrawnLayer {
  const geometry = { type: "MultiLineString", coordinates: [coordinates] } as const;
  return { name: kind, kind, geojson: { features: [{ geometry }] } };
}

function doubleArea(ring: readonly { x: number; y: number }[]): number {
  return ring.reduce((sum, to, index) => {
    const from = ring.at(index - 1) ?? to;
    return sum + from.x * to.y - to.x * from.y;
  }, 0);
}

test("layers are drawn from parks to boundaries, and unknown kinds are left out", () => {
  const unknown = { ...line("road", OUTER), kind: "rail" as LayerKind };
  const layers = [...KINDS.map((kind) => line(kind, OUTER)), unknown];
  expect(projectLayers(layers, projection).map(({ kind }) => kind)).toEqual(["park", "water", "road", "boundary"]);
});

test("areas of water are filled, the area of a boundary is outlined", () => {
  const [water, boundary] = projectLayers([area("boundary", [OUTER]), area("water", [OUTER])], projection);
  expect([water?.rings.length, water?.lines.length]).toEqual([1, 0]);
  expect([boundary?.rings.length, boundary?.lines.length]).toEqual([0, 1]);
});

test.each([
  [OUTER, INNER],
  [OUTER.toReversed(), INNER],
  [OUTER, INNER.toReversed()],
])("outer rings turn left and holes turn right, whatever the file has", (outer, inner) => {
  const [water] = projectLayers([area("water", [outer, inner])], projection);
  expect(water?.rings.map((ring) => Math.sign(doubleArea(ring)))).toEqual([1, -1]);
});

test("a line that leaves the city's area ends at its edge", () => {
  const [road] = projectLayers(
    [
      line("road", [
        [-86, 33],
        [-86, 80],
      ]),
    ],
    projection,
  );
  const [from, to] = road?.lines[0] ?? [];
  expect(from).toEqual(projection.toFeet({ lng: -86, lat: 33 }));
  expect(to).toEqual(projection.toFeet({ lng: -86, lat: projection.north }));
  expect(
    projectLayers(
      [
        area("water", [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ]),
      ],
      projection,
    )[0]?.rings,
  ).toEqual([]);
});

const VIEW = { center: { x: 1_000, y: 2_000 }, feetPerPixel: 10, size: { width: 400, height: 300 } };
const STATE: GroundState = { layers: [], view: VIEW, density: 2, scheme: "light", hasPhotos: false };

test("a picture is used again until something that it shows changes", () => {
  expect(picturePosition(STATE, { ...STATE, view: structuredClone(VIEW) })).toEqual({ left: 0, top: 0 });
  for (const other of [
    { ...STATE, layers: [] },
    { ...STATE, density: 1 },
    { ...STATE, scheme: "dark" as const },
    { ...STATE, hasPhotos: true },
    { ...STATE, view: { ...VIEW, feetPerPixel: 9 } },
    { ...STATE, view: { ...VIEW, center: { x: 1_000, y: 2_001 } } },
    { ...STATE, view: { ...VIEW, size: { width: 401, height: 300 } } },
  ])
    expect(picturePosition(STATE, other)).toBeNull();
});

test("while the map is moved, a picture with a margin serves many frames", () => {
  const moved = (x: number, y: number): GroundState => ({ ...STATE, view: { ...VIEW, center: { x, y } } });
  expect(nextPicture(null, STATE)).toBe(STATE);
  expect(nextPicture({ ...STATE, view: { ...VIEW, feetPerPixel: 20 } }, STATE)).toBe(STATE);
  expect(nextPicture({ ...STATE, hasPhotos: true }, STATE)).toBe(STATE);
  const picture = nextPicture(STATE, moved(1_100, 2_000));
  expect(picture.view.size).toEqual({ width: 600, height: 450 });
  // The picture is larger by 100 pixels on the left and 75 at the top; 100 feet are 10 pixels.
  expect(picturePosition(picture, moved(1_100, 2_000))).toEqual({ left: -100, top: -75 });
  expect(picturePosition(picture, moved(1_200, 1_900))).toEqual({ left: -110, top: -85 });
  expect(picturePosition(picture, moved(2_200, 2_000))).toBeNull();
});

test("on photos only boundaries are drawn", () => {
  const drawn = (hasPhotos: boolean): LayerKind[] =>
    KINDS.filter((kind) => groundStyle(kind, "light", hasPhotos, 100) !== null);
  expect(drawn(false)).toEqual(KINDS);
  expect(drawn(true)).toEqual(["boundary"]);
  expect(groundStyle("boundary", "light", true, 100)?.rim).not.toBeNull();
});

test.each([
  [10, 6],
  [20, 3],
  [2_000, 1.25],
])("at %d feet per pixel a road is %d pixels wide", (feetPerPixel, width) => {
  expect(groundStyle("road", "dark", false, feetPerPixel)?.width).toBe(width);
});
