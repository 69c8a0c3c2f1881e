// How a distance on the ground is drawn on the map. The map's projection is conformal, so a disc on the ground is a disc on the
// map, but a little larger or smaller, and its center is a little off. Pure.
import type { CityProjection, LatLng } from "./city-projection.ts";
import { FEET_PER_MILE, type Feet } from "./view.ts";

export interface Disc extends Feet {
  radius: number;
}

/** Nodes along each side of the table. The scale changes so slowly that interpolation is accurate to inches. */
const NODES = 33;
const DELTA_DEGREES = 0.01;
const FEET_PER_METER = 5280 / 1609.344;
/** WGS 84. */
const EQUATOR_METERS = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_317;

export class GroundScale {
  /** The logarithm of map feet per foot on the ground, by latitude, then longitude. */
  private readonly logs: Float64Array;
  private readonly stepLat: number;
  private readonly stepLng: number;

  constructor(private readonly projection: CityProjection) {
    const { west, south, east, north } = projection;
    this.stepLat = (north - south) / (NODES - 1);
    this.stepLng = (east - west) / (NODES - 1);
    this.logs = Float64Array.from({ length: NODES * NODES }, (_, node) =>
      this.logAt({
        lat: south + Math.floor(node / NODES) * this.stepLat,
        lng: west + (node % NODES) * this.stepLng,
      }),
    );
  }

  /** Everything within `miles` of a position, whose projection is `at`. */
  disc({ lat, lng }: LatLng, at: Feet, miles: number): Disc {
    const [row, rowPart] = split((lat - this.projection.south) / this.stepLat);
    const [column, columnPart] = split((lng - this.projection.west) / this.stepLng);
    const node = row * NODES + column;
    const [southWest, southEast] = [this.logs[node] as number, this.logs[node + 1] as number];
    const [northWest, northEast] = [this.logs[node + NODES] as number, this.logs[node + NODES + 1] as number];
    const southern = southWest + (southEast - southWest) * columnPart;
    const northern = northWest + (northEast - northWest) * columnPart;
    const radius = miles * FEET_PER_MILE * Math.exp(southern + (northern - southern) * rowPart);
    // The scale is larger on one side of the center than on the other.
    const perFootNorth = (northern - southern) / (this.stepLat * feetPerDegreeLat(lat));
    const eastward = southEast - southWest + (northEast - northWest - southEast + southWest) * rowPart;
    const perFootEast = eastward / (this.stepLng * feetPerDegreeLng(lat));
    const half = (radius * radius) / 2;
    return { x: at.x + half * perFootEast, y: at.y + half * perFootNorth, radius };
  }

  private logAt({ lat, lng }: LatLng): number {
    const { south, north } = this.projection;
    const [low, high] = [Math.max(south, lat - DELTA_DEGREES), Math.min(north, lat + DELTA_DEGREES)];
    const [from, to] = [this.projection.toFeet({ lat: low, lng }), this.projection.toFeet({ lat: high, lng })];
    if (from === null || to === null) return 0;
    const ground = (high - low) * feetPerDegreeLat((low + high) / 2);
    return Math.log(Math.hypot(to.x - from.x, to.y - from.y) / ground);
  }
}

/** The cell, and the part of it. */
function split(position: number): [number, number] {
  const cell = Math.min(NODES - 2, Math.max(0, Math.floor(position)));
  return [cell, position - cell];
}

/** Along the meridian. */
function feetPerDegreeLat(lat: number): number {
  const flattening = 1 - ECCENTRICITY_SQUARED * Math.sin(radians(lat)) ** 2;
  return radians((EQUATOR_METERS * (1 - ECCENTRICITY_SQUARED)) / flattening ** 1.5) * FEET_PER_METER;
}

/** Along the parallel. */
function feetPerDegreeLng(lat: number): number {
  const flattening = 1 - ECCENTRICITY_SQUARED * Math.sin(radians(lat)) ** 2;
  return radians((EQUATOR_METERS / Math.sqrt(flattening)) * Math.cos(radians(lat))) * FEET_PER_METER;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
