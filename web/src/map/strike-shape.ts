// The shapes of strikes, the same on the map and in its legend. They differ without color. Pure.
import type { StrikeKind } from "../status/strike-kind.ts";

/** What a shape fills; a ring fills nothing and has a wider line. */
export interface StrikeShape {
  /** SVG path around 0, 0. */
  path: string;
  isFilled: boolean;
  /** Of the dark rim, in pixels. */
  rim: number;
}

/** Width of the arms of the cross, as a share of the radius. */
const ARM_WIDTH = 0.7;

/**
 * Ground: a filled diamond. Cloud: a ring. Unknown: a filled cross, larger than the diamond, because an unknown strike may be
 * one that reached the ground.
 */
export function strikeShape(kind: StrikeKind, radius: number): StrikeShape {
  if (kind === "cloud") return { path: ringPath(radius - 0.75), isFilled: false, rim: 4 };
  return { path: kind === "ground" ? diamondPath(radius + 0.5) : crossPath(radius + 0.5), isFilled: true, rim: 2.5 };
}

function diamondPath(radius: number): string {
  return `M0 ${-radius}L${radius} 0L0 ${radius}L${-radius} 0Z`;
}

function ringPath(radius: number): string {
  return `M${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0Z`;
}

/** An X in a square of twice the radius. */
function crossPath(radius: number): string {
  const arm = (radius * ARM_WIDTH) / Math.SQRT2;
  const end = radius - arm;
  const corners = [
    [0, -arm],
    [end, -radius],
    [radius, -end],
    [arm, 0],
    [radius, end],
    [end, radius],
    [0, arm],
    [-end, radius],
    [-radius, end],
    [-arm, 0],
    [-radius, -end],
    [-end, -radius],
  ];
  return `M${corners.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}
