// The outline of the union of discs, as closed loops of arcs. Pure. One outline can be filled without darker overlaps, and it is
// fast to draw: of 10,000 discs only a few hundred arcs are on the outline.
import type { Disc } from "./ground-scale.ts";
import type { Feet } from "./view.ts";

/** Counterclockwise around the center of its disc, with y up. Angles in radians. */
export interface Arc {
  disc: Disc;
  from: number;
  /** After `from`, up to a whole turn. */
  to: number;
}

/** Each arc starts where the one before ends; the first one starts where the last one ends. */
export type Loop = readonly Arc[];

const FULL_CIRCLE = 2 * Math.PI;
const MAX_COVERING = 32;

interface Interval {
  from: number;
  to: number;
}

export function discUnion(discs: readonly Disc[]): Loop[] {
  const grid = new DiscGrid(discs);
  const arcs: Arc[] = [];
  // What covered the last discs usually covers the next one of the same cell: tested first, it ends most searches.
  let covering: number[] = [];
  for (const index of grid.indexes()) {
    const edge = new DiscEdge(discs, index);
    const isCovered = covering.some((other) => edge.cover(other)) || grid.someNear(index, (other) => edge.cover(other));
    if (isCovered) covering = [...new Set([...edge.coveredBy, ...covering])].slice(0, MAX_COVERING);
    else arcs.push(...edge.arcs());
  }
  return chain(arcs);
}

/** The parts of a disc's edge that are outside all other discs. */
class DiscEdge {
  /** The discs that cover a part of it. */
  readonly coveredBy: number[] = [];
  private free: readonly Interval[] = [{ from: 0, to: FULL_CIRCLE }];
  private directions: readonly Direction[] = [];

  constructor(
    private readonly discs: readonly Disc[],
    private readonly index: number,
  ) {}

  /** Returns whether nothing is left. */
  cover(other: number): boolean {
    if (other === this.index || !this.mayCover(this.discs[other] as Disc)) return false;
    const covered = coveredInterval(this.disc, this.discs[other] as Disc, other < this.index);
    if (covered === null) return false;
    const left = covered === "all" ? [] : subtract(this.free, covered);
    if (left === this.free) return false;
    this.free = left;
    this.directions = left.map(directionOf);
    this.coveredBy.push(other);
    return left.length === 0;
  }

  /** Cheaper than the exact interval: most discs are too far from what is left of an edge on the outline. */
  private mayCover(other: Disc): boolean {
    const { x, y, radius } = this.disc;
    const [dx, dy] = [other.x - x, other.y - y];
    const squared = dx * dx + dy * dy;
    // The other disc contains the point of the edge in a direction if its center is at least this far in it.
    const needed = (squared + radius * radius - other.radius * other.radius) / (2 * radius);
    const isReached = ({ right, up, cosine, sine }: Direction): boolean => {
      const along = dx * right + dy * up;
      const isBetween = along >= Math.sqrt(squared) * cosine;
      return isBetween || along * cosine + Math.abs(dx * up - dy * right) * sine >= needed - TOLERANCE_FEET;
    };
    return this.directions.length === 0 || this.directions.some(isReached);
  }

  arcs(): Arc[] {
    return joinAtZero(this.free).map(({ from, to }) => ({ disc: this.disc, from, to }));
  }

  private get disc(): Disc {
    return this.discs[this.index] as Disc;
  }
}

/** The middle of an interval, and its half width. */
interface Direction {
  right: number;
  up: number;
  cosine: number;
  sine: number;
}

const TOLERANCE_FEET = 1e-3;

function directionOf({ from, to }: Interval): Direction {
  const [middle, half] = [(from + to) / 2, (to - from) / 2];
  return { right: Math.cos(middle), up: Math.sin(middle), cosine: Math.cos(half), sine: Math.sin(half) };
}

/** Of two equal discs the first one covers the second. */
function coveredInterval(disc: Disc, other: Disc, isFirst: boolean): Interval | "all" | null {
  const [dx, dy, difference] = [other.x - disc.x, other.y - disc.y, other.radius - disc.radius];
  const distance = Math.hypot(dx, dy);
  if (distance >= disc.radius + other.radius) return null;
  if (distance <= difference && (distance > 0 || difference > 0 || isFirst)) return "all";
  if (distance <= -difference) return null;
  const cosine = (disc.radius ** 2 + distance ** 2 - other.radius ** 2) / (2 * disc.radius * distance);
  const half = Math.acos(Math.min(1, Math.max(-1, cosine)));
  const from = Math.atan2(dy, dx) - half;
  const start = from < 0 ? from + FULL_CIRCLE : from;
  return { from: start, to: start + 2 * half };
}

/** The same array if nothing changes. `covered` may go on beyond a whole turn. */
function subtract(free: readonly Interval[], covered: Interval): readonly Interval[] {
  const [from, to] = [covered.from, Math.min(FULL_CIRCLE, covered.to)];
  const touches = (low: number, high: number): boolean => free.some((one) => low < one.to && high > one.from);
  const rest = touches(from, to) ? free.flatMap((one) => without(one, from, to)) : free;
  const beyond = covered.to - FULL_CIRCLE;
  return beyond > 0 && touches(0, beyond) ? rest.flatMap((one) => without(one, 0, beyond)) : rest;
}

function without(one: Interval, from: number, to: number): Interval[] {
  if (to <= one.from || from >= one.to) return [one];
  const parts = [
    { from: one.from, to: Math.min(from, one.to) },
    { from: Math.max(to, one.from), to: one.to },
  ];
  return parts.filter((part) => part.to > part.from);
}

/** An arc across the angle zero was cut in two. */
function joinAtZero(free: readonly Interval[]): readonly Interval[] {
  const [first, last] = [free[0], free.at(-1)];
  if (first === undefined || last === undefined || first === last || first.from > 0 || last.to < FULL_CIRCLE)
    return free;
  return [...free.slice(1, -1), { from: last.from, to: first.to + FULL_CIRCLE }];
}

/** Puts arcs in order: each is followed by the one that starts nearest to its end. */
function chain(arcs: readonly Arc[]): Loop[] {
  const left = new Set(arcs);
  const loops: Loop[] = [];
  for (const first of left) {
    const loop = [first];
    left.delete(first);
    const start = pointAt(first, first.from);
    for (let end = pointAt(first, first.to); ; ) {
      const next = nearestStart(left, end, distance(start, end));
      if (next === null) break;
      left.delete(next);
      loop.push(next);
      end = pointAt(next, next.to);
    }
    loops.push(loop);
  }
  return loops;
}

/** Null if none is nearer than `within`: then the loop is closed. */
function nearestStart(arcs: Iterable<Arc>, end: Feet, within: number): Arc | null {
  let [nearest, found]: [number, Arc | null] = [within, null];
  for (const arc of arcs) {
    const gap = distance(pointAt(arc, arc.from), end);
    if (gap < nearest) [nearest, found] = [gap, arc];
  }
  return found;
}

export function pointAt({ disc }: Arc, angle: number): Feet {
  return { x: disc.x + disc.radius * Math.cos(angle), y: disc.y + disc.radius * Math.sin(angle) };
}

function distance(one: Feet, other: Feet): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Finds discs that may touch another one. */
class DiscGrid {
  private readonly cells = new Map<string, number[]>();
  private readonly size: number;

  constructor(private readonly discs: readonly Disc[]) {
    this.size = discs.reduce((most, { radius }) => Math.max(most, radius), 1);
    discs.forEach((disc, index) => {
      const key = this.key(this.cell(disc.x), this.cell(disc.y));
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, [index]);
      else cell.push(index);
    });
    for (const [key, cell] of this.cells) this.cells.set(key, outermostFirst(cell, discs));
  }

  /** Cell by cell. */
  indexes(): Iterable<number> {
    return [...this.cells.values()].flat();
  }

  /** From all sides in turn: discs on different sides cover an edge soonest, which ends most searches early. */
  someNear(index: number, test: (other: number) => boolean): boolean {
    const { x, y } = this.discs[index] as Disc;
    const [column, row] = [this.cell(x), this.cell(y)];
    const near = NEAR_CELLS.flatMap(([right, up]) => {
      const cell = this.cells.get(this.key(column + right, row + up));
      return cell === undefined ? [] : [cell];
    });
    const longest = Math.max(...near.map(({ length }) => length));
    for (let position = 0; position < longest; position += 1)
      for (const cell of near) {
        const other = cell[position];
        if (other !== undefined && test(other)) return true;
      }
    return false;
  }

  private cell(value: number): number {
    return Math.floor(value / this.size);
  }

  private key(column: number, row: number): string {
    return `${column} ${row}`;
  }
}

/** The discs at the edge of a cell cover those inside it: tested first, they end most searches. */
function outermostFirst(cell: readonly number[], discs: readonly Disc[]): number[] {
  const outermost = DIRECTIONS.map(([right, up]) => {
    const reach = (index: number): number => {
      const { x, y } = discs[index] as Disc;
      return x * right + y * up;
    };
    return cell.reduce((best, index) => (reach(index) > reach(best) ? index : best));
  });
  return [...new Set([...outermost, ...cell])];
}

const DIRECTIONS = Array.from({ length: 16 }, (_, step): [number, number] => {
  const angle = (step / 16) * FULL_CIRCLE;
  return [Math.cos(angle), Math.sin(angle)];
});

/** All within two cells. */
const NEAR_CELLS = [-2, -1, 0, 1, 2].flatMap((right) => [-2, -1, 0, 1, 2].map((up): [number, number] => [right, up]));
