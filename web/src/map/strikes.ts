// Strikes in the form that the map draws: unique, oldest first, in feet. Pure.
import type { ResponseBody } from "../data/contract.ts";
import { parseStrikeKind, STRIKE_KINDS } from "../status/strike-kind.ts";
import type { CityProjection } from "./city-projection.ts";

export type Strike = Pick<
  ResponseBody<"/lightning-strikes">["strikes"][number],
  "id" | "timestamp" | "type" | "kind" | "latitude" | "longitude"
>;

/** Columns, because every frame iterates over up to 10,000 strikes. */
export interface StrikeColumns {
  count: number;
  x: Float64Array;
  y: Float64Array;
  /** Milliseconds since 1970. */
  at: Float64Array;
  /** Index in STRIKE_KINDS. */
  kind: Uint8Array;
  /** In the same order. */
  rows: readonly Strike[];
}

export const NO_STRIKES: StrikeColumns = toColumns([], null);

/** Only strikes within the projection, oldest first, so that the newest are drawn last. */
export function toColumns(strikes: readonly Strike[], projection: CityProjection | null): StrikeColumns {
  const rows = strikes
    .map((strike) => ({
      strike,
      at: Date.parse(strike.timestamp),
      feet: projection?.toFeet({ lat: strike.latitude, lng: strike.longitude }) ?? null,
    }))
    .filter(({ at, feet }) => feet !== null && !Number.isNaN(at))
    .sort((one, other) => one.at - other.at || one.strike.id - other.strike.id);
  return {
    count: rows.length,
    x: Float64Array.from(rows, ({ feet }) => feet?.x ?? 0),
    y: Float64Array.from(rows, ({ feet }) => feet?.y ?? 0),
    at: Float64Array.from(rows, ({ at }) => at),
    kind: Uint8Array.from(rows, ({ strike }) => STRIKE_KINDS.indexOf(parseStrikeKind(strike.kind))),
    rows: rows.map(({ strike }) => strike),
  };
}

/** Unique by id, without strikes older than `since`. */
export function mergeStrikes(known: readonly Strike[], received: readonly Strike[], since: number): Strike[] {
  const all = new Map(known.map((strike) => [strike.id, strike]));
  for (const strike of received) all.set(strike.id, strike);
  return [...all.values()].filter((strike) => Date.parse(strike.timestamp) >= since);
}

/** The number of strikes not after `until`, by binary search. */
export function countUpTo({ at, count }: StrikeColumns, until: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const half = (low + high) >> 1;
    if ((at[half] ?? 0) <= until) low = half + 1;
    else high = half;
  }
  return low;
}
