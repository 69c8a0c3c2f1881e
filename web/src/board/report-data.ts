// Computes the content of a report. Pure.
import type { City, FacilityThreat, Parameters } from "../data/lightning.ts";
import type { DisplayStatus } from "../status/status.ts";
import { type Outage, withOutages } from "./outages.ts";
import { joinPeriods, type ShownPeriod, statusPeriods, totalByStatus } from "./periods.ts";
import { recordedPeriods } from "./recorded-periods.ts";
import { closestStrike, type StrikeDistance, withinRadius } from "./strike-distance.ts";
import type { StatusEvent } from "./table/recent-changes.ts";

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
  /** All events of the facility. None if the report has thresholds of its own: nothing was recorded with those. */
  events: readonly StatusEvent[];
  createdAt: number;
}

export interface ReportData extends ReportInput {
  periods: ShownPeriod[];
  /** From here on the periods are those that the service recorded; null if all are calculated from strikes. */
  recordedFrom: number | null;
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
  const recorded = recordedPeriods(input.events, from, to);
  const [dangerMs, allClearMs] = [dangerMinutes * MINUTE_MS, allClearMinutes * MINUTE_MS];
  const byStrikes = statusPeriods(times, dangerMs, allClearMs, from, recorded?.from ?? to);
  // Nothing is recorded while the service is down.
  const periods = joinPeriods(withOutages([...byStrikes, ...(recorded?.periods ?? [])], input.outages));
  const inPeriod = strikes.filter(({ at }) => at >= from && at <= to);
  return {
    ...input,
    periods,
    recordedFrom: recorded?.from ?? null,
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
