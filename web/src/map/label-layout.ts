// Positions labels without overlaps. Pure.

export interface LabelRequest {
  /** The center of its marker. */
  left: number;
  top: number;
  /** The marker's radius. No label may cover a marker. */
  radius: number;
  width: number;
  height: number;
  /** Shown even if it covers a marker. */
  isRequired?: boolean;
}

/** The upper left corner of a label; null when there is no space for it. */
export type LabelPosition = { left: number; top: number } | null;

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const GAP = 3;
/** About the size of a label, so that cells have few areas. */
const CELL_SIZE = 96;

/** In the given order; each label is tried to the right, left, below and above its marker. */
export function layoutLabels(
  requests: readonly LabelRequest[],
  screen: { width: number; height: number },
  covered: readonly Area[] = [],
): LabelPosition[] {
  const occupied = new OccupiedAreas();
  for (const area of covered) occupied.add(area);
  for (const { left, top, radius } of requests)
    occupied.add({ left: left - radius, top: top - radius, right: left + radius, bottom: top + radius });
  return requests.map((request) => {
    const areas = positionsAround(request).filter((area) => isOnScreen(area, screen));
    const found = areas.find((area) => occupied.isFree(area)) ?? (request.isRequired === true ? areas[0] : undefined);
    if (found === undefined) return null;
    occupied.add(found);
    return { left: found.left, top: found.top };
  });
}

export type Side = "left" | "right" | "top" | "bottom";

/** On which side of its label a marker is. */
export function sideOfMarker(marker: LabelRequest, label: { left: number; top: number }): Side {
  if (label.left > marker.left) return "left";
  if (label.left + marker.width < marker.left) return "right";
  return label.top > marker.top ? "top" : "bottom";
}

/** The label of a ring: above, below, right or left, the first that is fully visible, else above. */
export function layoutRingLabel(
  ring: { left: number; top: number; radius: number },
  label: { width: number; height: number },
  screen: { width: number; height: number },
  covered: readonly Area[],
): Area {
  const { left, top, radius } = ring;
  const [halfWidth, halfHeight] = [label.width / 2, label.height / 2];
  const topEdge = Math.max(label.height, top - radius);
  const centers: [number, number][] = [
    [left, topEdge],
    [left, Math.min(screen.height - label.height, top + radius)],
    [left + radius, top],
    [left - radius, top],
  ];
  const areas = centers.map(([x, y]) => ({
    left: x - halfWidth,
    top: y - halfHeight,
    right: x + halfWidth,
    bottom: y + halfHeight,
  }));
  const [above] = areas as [Area, ...Area[]];
  return areas.find((area) => isOnScreen(area, screen) && covered.every((other) => !overlaps(area, other))) ?? above;
}

function positionsAround({ left, top, radius, width, height }: LabelRequest): Area[] {
  const [rightward, leftward, below, above] = [
    left + radius + GAP,
    left - radius - GAP - width,
    top + radius + GAP,
    top - radius - GAP - height,
  ];
  const corners: [number, number][] = [
    [rightward, top - height / 2],
    [leftward, top - height / 2],
    [left - width / 2, below],
    [left - width / 2, above],
  ];
  return corners.map(([x, y]) => ({ left: x, top: y, right: x + width, bottom: y + height }));
}

function isOnScreen({ left, top, right, bottom }: Area, { width, height }: { width: number; height: number }): boolean {
  return left >= 0 && top >= 0 && right <= width && bottom <= height;
}

class OccupiedAreas {
  private readonly cells = new Map<string, Area[]>();

  add(area: Area): void {
    for (const cell of cellsOf(area)) {
      const areas = this.cells.get(cell);
      if (areas === undefined) this.cells.set(cell, [area]);
      else areas.push(area);
    }
  }

  isFree(area: Area): boolean {
    return cellsOf(area).every((cell) => (this.cells.get(cell) ?? []).every((other) => !overlaps(area, other)));
  }
}

function cellsOf({ left, top, right, bottom }: Area): string[] {
  const cells: string[] = [];
  for (let column = Math.floor(left / CELL_SIZE); column <= Math.floor(right / CELL_SIZE); column += 1) {
    for (let row = Math.floor(top / CELL_SIZE); row <= Math.floor(bottom / CELL_SIZE); row += 1)
      cells.push(`${column} ${row}`);
  }
  return cells;
}

function overlaps(one: Area, other: Area): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}
