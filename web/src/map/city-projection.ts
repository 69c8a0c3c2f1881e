// Converts between degrees and the city's feet with the polynomial from `/city`. Pure.
import type { ResponseBody } from "../data/contract.ts";
import { type Box, boundingBox, type Feet } from "./view.ts";

export interface LatLng {
  lat: number;
  lng: number;
}

export type Projection = NonNullable<ResponseBody<"/city">["projection"]>;

const MAX_STEPS = 12;
/** In units of half the projection's width: far below a foot after Newton's last step. */
const PRECISION = 1e-9;

export class CityProjection {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** The whole area in feet. */
  readonly box: Box;

  constructor(private readonly projection: Projection) {
    const [west, south, east, north] = projection.bounds as [number, number, number, number];
    [this.west, this.south, this.east, this.north] = [west, south, east, north];
    const corners = [-1, 0, 1].flatMap((u) => [-1, 0, 1].map((v) => this.feetAt(u, v)));
    this.box = boundingBox(corners) as Box;
  }

  contains({ lat, lng }: LatLng): boolean {
    return lng >= this.west && lng <= this.east && lat >= this.south && lat <= this.north;
  }

  /** Null outside, where the polynomial is not valid. */
  toFeet(at: LatLng): Feet | null {
    if (!this.contains(at)) return null;
    return this.feetAt(...this.toUnit(at));
  }

  /** By Newton's method. A point outside is clamped to the edge. */
  toDegrees(target: Feet): LatLng {
    let [u, v] = [0, 0];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const here = this.feetAt(u, v);
      const [eastward, northward] = [this.feetAt(u + 1e-4, v), this.feetAt(u, v + 1e-4)];
      const [xu, yu] = [(eastward.x - here.x) / 1e-4, (eastward.y - here.y) / 1e-4];
      const [xv, yv] = [(northward.x - here.x) / 1e-4, (northward.y - here.y) / 1e-4];
      const [dx, dy, determinant] = [target.x - here.x, target.y - here.y, xu * yv - xv * yu];
      const [du, dv] = [(dx * yv - dy * xv) / determinant, (dy * xu - dx * yu) / determinant];
      [u, v] = [clampToEdge(u + du), clampToEdge(v + dv)];
      if (Math.abs(du) < PRECISION && Math.abs(dv) < PRECISION) break;
    }
    return {
      lng: this.west + ((u + 1) / 2) * (this.east - this.west),
      lat: this.south + ((v + 1) / 2) * (this.north - this.south),
    };
  }

  private toUnit({ lat, lng }: LatLng): [number, number] {
    return [
      (2 * (lng - this.west)) / (this.east - this.west) - 1,
      (2 * (lat - this.south)) / (this.north - this.south) - 1,
    ];
  }

  private feetAt(u: number, v: number): Feet {
    return { x: series(this.projection.x, u, v), y: series(this.projection.y, u, v) };
  }
}

function series(rows: readonly (readonly number[])[], u: number, v: number): number {
  return clenshaw(
    rows.length,
    (index) => clenshaw(rows[index]?.length ?? 0, (inner) => rows[index]?.[inner] ?? 0, v),
    u,
  );
}

/** The sum of `coefficient(k)·T_k(at)`, from the last term to the first. */
function clenshaw(count: number, coefficient: (index: number) => number, at: number): number {
  let [next, afterNext] = [0, 0];
  for (let index = count - 1; index > 0; index -= 1)
    [next, afterNext] = [coefficient(index) + 2 * at * next - afterNext, next];
  return count === 0 ? 0 : coefficient(0) + at * next - afterNext;
}

function clampToEdge(value: number): number {
  return Math.min(1, Math.max(-1, value));
}
