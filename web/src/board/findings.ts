// What a report tells. Pure.
import type { City, FacilityThreat, Parameters } from "../data/lightning.ts";
import type { Status } from "../words/standing.ts";
import { closestOf, type Near, within } from "./near.ts";
import { type Period, periods, totals } from "./periods.ts";

export interface Asked {
  city: City;
  facility: FacilityThreat;
  from: number;
  to: number;
  parameters: Parameters;
  /** All strikes from before the period, as far back as they matter, to its end. */
  near: readonly Near[];
  truncated: boolean;
  madeAt: number;
}

export interface Findings extends Asked {
  periods: Period[];
  totals: Record<Status, number>;
  /** In the period itself. */
  shown: Near[];
  inside: Near[];
  closest: Near | null;
}

export function findings(asked: Asked): Findings {
  const { near, from, to, parameters } = asked;
  const { radiusMiles, dangerMinutes, allClearMinutes } = parameters;
  const times = within(near, radiusMiles).map(({ at }) => at);
  const all = periods(times, dangerMinutes * 60_000, allClearMinutes * 60_000, from, to);
  const shown = near.filter(({ at }) => at >= from && at <= to);
  return {
    ...asked,
    periods: all,
    totals: totals(all),
    shown,
    inside: within(shown, radiusMiles),
    closest: closestOf(shown),
  };
}

/** “2 h 05 min”, “12 min”, “40 s” */
export function span(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
