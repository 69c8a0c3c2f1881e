// Cuts lines and rings at the edges of a box in degrees. Pure.

/** Longitude, latitude. */
export type Position = readonly number[];

export interface DegreeBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The parts of a line that are inside the box. */
export function clipLine(line: readonly Position[], box: DegreeBox): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  const endPart = (): void => {
    if (part.length > 1) parts.push(part);
    part = [];
  };
  for (let index = 1; index < line.length; index += 1) {
    const [from, to] = [line[index - 1] as Position, line[index] as Position];
    const inside = insideRange(from, to, box);
    if (inside === null || inside.start > 0) endPart();
    if (inside === null) continue;
    if (part.length === 0) part.push(between(from, to, inside.start, box));
    part.push(between(from, to, inside.end, box));
    if (inside.end < 1) endPart();
  }
  endPart();
  return parts;
}

/** The shares of the way at which a straight line enters and leaves the box; null if it stays outside. */
function insideRange(from: Position, to: Position, box: DegreeBox): { start: number; end: number } | null {
  const [lng, lat] = [from[0] as number, from[1] as number];
  const [east, north] = [(to[0] as number) - lng, (to[1] as number) - lat];
  let [start, end] = [0, 1];
  for (const [speed, room] of [
    [-east, lng - box.west],
    [east, box.east - lng],
    [-north, lat - box.south],
    [north, box.north - lat],
  ] as const) {
    if (speed === 0 && room < 0) return null;
    if (speed < 0) start = Math.max(start, room / speed);
    if (speed > 0) end = Math.min(end, room / speed);
  }
  return start <= end ? { start, end } : null;
}

/** Rounding must not put a point on the edge outside the box. */
function between(from: Position, to: Position, share: number, { west, south, east, north }: DegreeBox): Position {
  const at = (axis: 0 | 1): number => (from[axis] as number) * (1 - share) + (to[axis] as number) * share;
  return [clamp(at(0), west, east), clamp(at(1), south, north)];
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** The part of an area that is inside the box, by its closed ring (Sutherland–Hodgman). Empty if nothing is. */
export function clipRing(ring: readonly Position[], box: DegreeBox): Position[] {
  const sides = [
    { axis: 0, limit: box.west, sign: 1 },
    { axis: 0, limit: box.east, sign: -1 },
    { axis: 1, limit: box.south, sign: 1 },
    { axis: 1, limit: box.north, sign: -1 },
  ] as const;
  return sides.reduce((left, side) => clipSide(left, side), [...ring]);
}

function clipSide(
  ring: readonly Position[],
  { axis, limit, sign }: { axis: 0 | 1; limit: number; sign: 1 | -1 },
): Position[] {
  const isInside = (at: Position): boolean => sign * ((at[axis] as number) - limit) >= 0;
  const clipped: Position[] = [];
  ring.forEach((to, index) => {
    const from = ring[index === 0 ? ring.length - 1 : index - 1] as Position;
    if (isInside(from) !== isInside(to)) clipped.push(crossing(from, to, axis, limit));
    if (isInside(to)) clipped.push(to);
  });
  return clipped;
}

function crossing(from: Position, to: Position, axis: 0 | 1, limit: number): Position {
  const other = axis === 0 ? 1 : 0;
  const share = (limit - (from[axis] as number)) / ((to[axis] as number) - (from[axis] as number));
  const across = (from[other] as number) * (1 - share) + (to[other] as number) * share;
  return axis === 0 ? [limit, across] : [across, limit];
}
