// How many strikes there were along the time slider. Pure.
import { countUpTo, type StrikeColumns } from "../map/strikes.ts";

/** The number of strikes in each of `bins` equal parts of the period. */
export function strikeDensity(strikes: StrikeColumns, from: number, to: number, bins: number): number[] {
  const width = (to - from) / bins;
  return Array.from({ length: bins }, (_, bin) => {
    const end = from + (bin + 1) * width;
    // A strike at the end of the period is part of its last bin.
    return countBefore(strikes, bin === bins - 1 ? to + 1 : end) - countBefore(strikes, from + bin * width);
  });
}

function countBefore(strikes: StrikeColumns, time: number): number {
  return countUpTo(strikes, time - 0.5);
}

/** An SVG path of bars in a box of `counts.length` by `height`. The root keeps single strikes visible next to a storm. */
export function densityPath(counts: readonly number[], height: number): string {
  const most = Math.max(1, ...counts);
  return counts
    .map((count, bin) => {
      const bar = Math.sqrt(count / most) * height;
      return count === 0 ? "" : `M${bin} ${height}v${-round(bar)}h1v${round(bar)}z`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
