// Times without a record that the lightning feed worked. Pure.

export interface Outage {
  from: number;
  to: number;
}

export function isOutage(outages: readonly Outage[], at: number): boolean {
  return outages.some(({ from, to }) => at >= from && at <= to);
}
