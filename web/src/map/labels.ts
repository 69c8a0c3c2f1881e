// Which labels are shown, so that none covers another. Pure.

export interface Wish {
  /** Where the marker stands. */
  left: number;
  top: number;
  /** Half of the marker: nothing is written over it. */
  radius: number;
  width: number;
  height: number;
  /** Shown even if it covers a marker. */
  must?: boolean;
}

/** The left upper corner of a label, or null when there is no room for it. */
export type Place = { left: number; top: number } | null;

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 3;
/** A cell is as large as a usual label: few are looked at for each. */
const CELL = 96;

/** The first wish is served first; each label is tried right, left, below and above of its marker. */
export function placeLabels(
  wishes: readonly Wish[],
  screen: { width: number; height: number },
  covered: readonly Area[] = [],
): Place[] {
  const taken = new Taken();
  for (const area of covered) taken.add(area);
  for (const { left, top, radius } of wishes)
    taken.add({ left: left - radius, top: top - radius, right: left + radius, bottom: top + radius });
  return wishes.map((wish) => {
    const places = around(wish).filter((area) => isOn(area, screen));
    const found = places.find((area) => taken.isFree(area)) ?? (wish.must === true ? places[0] : undefined);
    if (found === undefined) return null;
    taken.add(found);
    return { left: found.left, top: found.top };
  });
}

/** On a ring: above, below, right or left, wherever it is seen whole; above when nowhere. */
export function placeOnRing(
  ring: { left: number; top: number; radius: number },
  label: { width: number; height: number },
  screen: { width: number; height: number },
  covered: readonly Area[],
): Area {
  const { left, top, radius } = ring;
  const [halfWidth, halfHeight] = [label.width / 2, label.height / 2];
  const upper = Math.max(label.height, top - radius);
  const centres: [number, number][] = [
    [left, upper],
    [left, Math.min(screen.height - label.height, top + radius)],
    [left + radius, top],
    [left - radius, top],
  ];
  const areas = centres.map(([x, y]) => ({
    left: x - halfWidth,
    top: y - halfHeight,
    right: x + halfWidth,
    bottom: y + halfHeight,
  }));
  const [above] = areas as [Area, ...Area[]];
  return areas.find((area) => isOn(area, screen) && covered.every((other) => !overlaps(area, other))) ?? above;
}

function around({ left, top, radius, width, height }: Wish): Area[] {
  const [right, leftward, under, over] = [
    left + radius + GAP,
    left - radius - GAP - width,
    top + radius + GAP,
    top - radius - GAP - height,
  ];
  const corners: [number, number][] = [
    [right, top - height / 2],
    [leftward, top - height / 2],
    [left - width / 2, under],
    [left - width / 2, over],
  ];
  return corners.map(([x, y]) => ({ left: x, top: y, right: x + width, bottom: y + height }));
}

function isOn({ left, top, right, bottom }: Area, { width, height }: { width: number; height: number }): boolean {
  return left >= 0 && top >= 0 && right <= width && bottom <= height;
}

class Taken {
  private readonly cells = new Map<string, Area[]>();

  add(area: Area): void {
    for (const cell of cellsOf(area)) {
      const there = this.cells.get(cell);
      if (there === undefined) this.cells.set(cell, [area]);
      else there.push(area);
    }
  }

  isFree(area: Area): boolean {
    return cellsOf(area).every((cell) => (this.cells.get(cell) ?? []).every((other) => !overlaps(area, other)));
  }
}

function cellsOf({ left, top, right, bottom }: Area): string[] {
  const cells: string[] = [];
  for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1) {
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1) cells.push(`${column} ${row}`);
  }
  return cells;
}

function overlaps(one: Area, other: Area): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}
