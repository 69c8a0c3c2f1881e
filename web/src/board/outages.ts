// Times without a record that the lightning feed worked. Pure, except for the request.
import { readOutages } from "../data/lightning.ts";
import type { ShownPeriod } from "./periods.ts";

export interface Outage {
  from: number;
  to: number;
}

export async function readOutagesBetween(from: number, to: number, signal: AbortSignal): Promise<Outage[]> {
  const query = { since: new Date(from).toISOString(), asOf: new Date(to).toISOString() };
  const { outages } = await readOutages(signal, query);
  return outages.map((outage) => ({ from: Date.parse(outage.from), to: Date.parse(outage.to) }));
}

export function isOutage(outages: readonly Outage[], at: number): boolean {
  return outages.some(({ from, to }) => at >= from && at <= to);
}

/** Clear is Unknown in an outage. Active and Clearing stay: strikes that are known remain true. Outages are in order. */
export function withOutages(periods: readonly ShownPeriod[], outages: readonly Outage[]): ShownPeriod[] {
  return periods.flatMap((period) => (period.status === "Clear" ? splitByOutages(period, outages) : [period]));
}

function splitByOutages({ from, to }: Outage, outages: readonly Outage[]): ShownPeriod[] {
  const parts: ShownPeriod[] = [];
  let at = from;
  for (const outage of outages) {
    const [start, end] = [Math.max(at, outage.from), Math.min(to, outage.to)];
    if (start >= end) continue;
    if (start > at) parts.push({ status: "Clear", from: at, to: start });
    parts.push({ status: "Unknown", from: start, to: end });
    at = end;
  }
  if (at < to) parts.push({ status: "Clear", from: at, to });
  return parts;
}
