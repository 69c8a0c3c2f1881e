import geodesic from "geographiclib-geodesic";
import { expect, test } from "vitest";
import city from "./city.fixture.json";
import { CityProjection, type LatLng } from "./city-projection.ts";
import { dangerArea } from "./danger-area.ts";
import { discUnion, type Loop, pointAt } from "./disc-union.ts";
import { type Disc, GroundScale } from "./ground-scale.ts";
import { type Strike, toColumns } from "./strikes.ts";
import type { Feet } from "./view.ts";

const projection = new CityProjection(city.projection);
const scale = new GroundScale(projection);
const MINUTE = 60_000;
const FEET_PER_METER = 5280 / 1609.344;
const NOW = Date.parse("2026-05-01T12:00:00Z");

/** Seeded, so that a failure can be repeated (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** By the crossings of a ray to the right with every arc: what a canvas fills. */
function isInside(loops: readonly Loop[], { x, y }: Feet): boolean {
  let winding = 0;
  for (const arc of loops.flat()) {
    const { disc, from, to } = arc;
    const height = (y - disc.y) / disc.radius;
    if (Math.abs(height) >= 1) continue;
    const up = Math.asin(height);
    // On the right half a counterclockwise arc goes up, on the left half it goes down.
    for (const [angle, direction] of [
      [up, 1],
      [Math.PI - up, -1],
    ] as const)
      for (const turn of [-2, -1, 0, 1, 2]) {
        const crossing = angle + turn * 2 * Math.PI;
        if (crossing >= from && crossing < to && pointAt(arc, crossing).x > x) winding += direction;
      }
  }
  return winding !== 0;
}

function strike(id: number, at: LatLng, minutesAgo: number): Strike {
  const timestamp = new Date(NOW - minutesAgo * MINUTE).toISOString();
  return { id, timestamp, type: "CG", kind: "ground", latitude: at.lat, longitude: at.lng };
}

/** The rule of the service, with its geodesic distances. In feet: negative inside. */
function feetFromArea(strikes: readonly Strike[], at: LatLng, radiusMiles: number, dangerMinutes: number): number {
  const { WGS84, DISTANCE } = geodesic.Geodesic;
  const counted = strikes.filter(({ timestamp }) => {
    const age = NOW - Date.parse(timestamp);
    return age >= 0 && age <= dangerMinutes * MINUTE;
  });
  const meters = counted.map(
    ({ latitude, longitude }) => WGS84.Inverse(at.lat, at.lng, latitude, longitude, DISTANCE).s12 ?? NaN,
  );
  return Math.min(Infinity, ...meters) * FEET_PER_METER - radiusMiles * 5280;
}

/** Up to 10 feet inside or outside the edge of the disc around a strike. */
function nearEdge(
  { latitude, longitude }: Strike,
  radiusMiles: number,
  between: (low: number, high: number) => number,
): LatLng {
  const { WGS84, LATITUDE, LONGITUDE } = geodesic.Geodesic;
  const meters = radiusMiles * 1609.344 + between(-10, 10) / FEET_PER_METER;
  const { lat2 = NaN, lon2 = NaN } = WGS84.Direct(latitude, longitude, between(0, 360), meters, LATITUDE | LONGITUDE);
  return { lat: lat2, lng: lon2 };
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  "a facility is in the drawn area exactly when it is Active: storm %i",
  (seed) => {
    const random = generator(seed);
    const between = (low: number, high: number): number => low + (high - low) * random();
    const [lat, lng] = [between(33.5, 36), between(-88, -85)];
    const [radiusMiles, dangerMinutes] = [between(0.5, 15), between(5, 60)];
    const spread = between(0.01, 0.6);
    const near = (): LatLng => ({ lat: lat + between(-spread, spread), lng: lng + between(-spread, spread) });
    const count = Math.floor(between(0, 80));
    const strikes = Array.from({ length: count }, (_, id) => strike(id, near(), between(-5, 90)));
    const rule = { radiusMiles, dangerMs: dangerMinutes * MINUTE };
    const area = dangerArea(toColumns(strikes, projection), scale, rule, NOW);
    for (let facility = 0; facility < 60; facility += 1) {
      const one = strikes[facility % Math.max(1, count)];
      // Every other one is some feet from the edge of a disc, where an inexact area would be wrong.
      const at = one === undefined || facility % 2 === 0 ? near() : nearEdge(one, radiusMiles, between);
      const feet = feetFromArea(strikes, at, radiusMiles, dangerMinutes);
      // The projection is inexact by inches.
      if (Math.abs(feet) < 1) continue;
      const point = projection.toFeet(at) as Feet;
      expect({ at, feet, isInside: isInside(area, point) }).toEqual({ at, feet, isInside: feet < 0 });
    }
  },
);

test("the edge of the area is the radius away on the ground, in every direction", () => {
  const { WGS84, LONGITUDE, LATITUDE } = geodesic.Geodesic;
  for (const center of [
    { lat: 34.7, lng: -86.6 },
    { lat: 36.9, lng: -82.5 },
    { lat: 29, lng: -89 },
  ]) {
    const disc = scale.disc(center, projection.toFeet(center) as Feet, 8);
    for (let azimuth = 0; azimuth < 360; azimuth += 30) {
      const { lat2 = NaN, lon2 = NaN } = WGS84.Direct(
        center.lat,
        center.lng,
        azimuth,
        8 * 1609.344,
        LATITUDE | LONGITUDE,
      );
      const { x, y } = projection.toFeet({ lat: lat2, lng: lon2 }) as Feet;
      expect(Math.abs(Math.hypot(x - disc.x, y - disc.y) - disc.radius)).toBeLessThan(1);
    }
  }
});

const disc = (x: number, y: number, radius = 10): Disc => ({ x, y, radius });

test.each<[string, Disc[], number[]]>([
  ["no disc", [], []],
  ["one disc", [disc(0, 0)], [1]],
  ["equal discs", [disc(0, 0), disc(0, 0), disc(0, 0)], [1]],
  ["a disc inside another", [disc(0, 0, 10), disc(2, 0, 3)], [1]],
  ["two apart", [disc(0, 0), disc(30, 0)], [1, 1]],
  ["two that overlap", [disc(0, 0), disc(12, 0)], [2]],
  ["a ring with a hole", ringOf(8, 20), [8, 8]],
])("%s has loops with these numbers of arcs", (_, discs, arcs) => {
  const lengths = discUnion(discs).map(({ length }) => length);
  expect(lengths.sort()).toEqual(arcs);
});

test("the hole of a ring is outside", () => {
  const loops = discUnion(ringOf(8, 20));
  expect(isInside(loops, { x: 0, y: 0 })).toBe(false);
  expect(isInside(loops, { x: 20, y: 0.1 })).toBe(true);
});

function ringOf(count: number, radius: number): Disc[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    return disc(radius * Math.cos(angle), radius * Math.sin(angle));
  });
}

test("10,000 strikes become an outline of few arcs", () => {
  const random = generator(7);
  // The sum of random numbers makes a dense core with a ragged edge.
  const spread = (): number => (random() + random() + random() - 1.5) * 60_000;
  const discs = Array.from({ length: 10_000 }, () => disc(spread(), spread(), 42_240));
  const loops = discUnion(discs);
  expect(loops.flat().length).toBeLessThan(500);
  for (const { x, y } of discs.slice(0, 200)) expect(isInside(loops, { x, y })).toBe(true);
});
