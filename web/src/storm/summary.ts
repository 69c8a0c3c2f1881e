// How the whole city stands. Pure.
import type { FacilityThreat } from "../data/lightning.ts";
import { type Doubt, judge, type Told } from "../words/freshness.ts";
import type { Moment } from "../words/moment.ts";
import type { Standing } from "../words/standing.ts";

export interface Row {
  facility: FacilityThreat;
  standing: Standing;
  doubt: Doubt;
}

export interface Summary {
  standing: Standing;
  doubt: Doubt;
  active: readonly Row[];
  clearing: readonly Row[];
  clear: number;
  /** Without a position. */
  unplaced: number;
  all: number;
}

/** In the order of the service. */
export function rows(told: Told | null, facilities: readonly FacilityThreat[], now: Moment, replaying = false): Row[] {
  return facilities.map((facility) => ({
    facility,
    ...judge(told, facility.proximity?.status ?? null, now, replaying),
  }));
}

/** The gravest that is known. A city is Clear only when something in it is known to be. */
export function summary(all: readonly Row[], told: Told | null, now: Moment, replaying = false): Summary {
  const those = (standing: Standing): Row[] => all.filter((row) => row.standing === standing);
  const [active, clearing, clear] = [those("Active"), those("Clearing"), those("Clear")];
  const standing: Standing =
    active.length > 0 ? "Active" : clearing.length > 0 ? "Clearing" : clear.length > 0 ? "Clear" : "Unknown";
  const worst = judge(told, standing === "Unknown" ? "Clear" : standing, now, replaying);
  const unplaced = all.filter(({ facility }) => facility.proximity === null).length;
  return { standing, doubt: worst.doubt, active, clearing, clear: clear.length, unplaced, all: all.length };
}
