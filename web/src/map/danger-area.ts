// The area in which a facility of the city's default policy is Active: everything within the radius of a strike of the danger
// window. Pure.
import { discUnion, type Loop } from "./disc-union.ts";
import type { Disc, GroundScale } from "./ground-scale.ts";
import { countUpTo, type StrikeColumns } from "./strikes.ts";

export interface DangerRule {
  radiusMiles: number;
  dangerMs: number;
}

/** The same strikes count as in the service: those not after `asOf` and at most the danger window before it. */
export function dangerArea(
  strikes: StrikeColumns,
  scale: GroundScale,
  { radiusMiles, dangerMs }: DangerRule,
  asOf: number,
): Loop[] {
  const discs: Disc[] = [];
  const end = countUpTo(strikes, asOf);
  for (let index = end - 1; index >= 0 && (strikes.at[index] as number) >= asOf - dangerMs; index -= 1) {
    const strike = strikes.rows[index];
    const at = { x: strikes.x[index] as number, y: strikes.y[index] as number };
    if (strike !== undefined) discs.push(scale.disc({ lat: strike.latitude, lng: strike.longitude }, at, radiusMiles));
  }
  return discUnion(discs);
}
