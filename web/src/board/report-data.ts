// Computes the content of a report. Pure.
import type { City, FacilityThreat, Parameters } from "../data/lightning.ts";
import type { DisplayStatus } from "../status/status.ts";
import { type Outage, type ShownPeriod, withOutages } from "./outages.ts";
import { statusPeriods, totalByStatus } from "./periods.ts";
import { closestStrike, type StrikeDistance, withinRadius } from "./strike-distance.ts";

const MINUTE_MS = 60_000;

export interface ReportInput {
  city: City;
  facility: FacilityThreat;
  from: number;
  to: number;
  parameters: Parameters;
  /** Starts before the period, because earlier strikes affect its first status. Ends with the period. */
  strikes: readonly StrikeDistance[];
  truncated: boolean;
  /** In order. */
  outages: readonly Outage[];
  createdAt: number;
}

export interface ReportData extends ReportInput {
  periods: ShownPeriod[];
  totals: Record<DisplayStatus, number>;
  /** Strikes in the period itself. */
  inPeriod: StrikeDistance[];
  /** Strikes in the period and within the radius. */
  inRadius: StrikeDistance[];
  closest: StrikeDistance | null;
}

export function buildReportData(input: ReportInput): ReportData {
  const { strikes, from, to, parameters } = input;
  const { radiusMiles, dangerMinutes, allClearMinutes } = parameters;
  const times = withinRadius(strikes, radiusMiles).map(({ at }) => at);
  const byStrikes = statusPeriods(times, dangerMinutes * MINUTE_MS, allClearMinutes * MINUTE_MS, from, to);
  const periods = withOutages(byStrikes, input.outages);
  const inPeriod = strikes.filter(({ at }) => at >= from && at <= to);
  return {
    ...input,
    periods,
    totals: totalByStatus(periods),
    inPeriod,
    inRadius: withinRadius(inPeriod, radiusMiles),
    closest: closestStrike(inPeriod),
  };
}

/** “2 h 05 min”, “12 min”, “40 s” */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
