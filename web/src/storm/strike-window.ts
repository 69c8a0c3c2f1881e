// Which strikes to request. Pure.

/** Mail arrives late. Strikes that arrive even later come with the next full history. */
const OVERLAP_MS = 20 * 60_000;
const FULL_HISTORY_EVERY = 10;
const HOUR_MS = 3_600_000;

export interface KnownStrikes {
  /** The server's time of the last report; null when there was none. */
  asOf: string | null;
  pollsSinceFullHistory: number;
  /** How far back the known strikes reach. */
  historyHours: number;
}

/** The start of the requested period; undefined requests the full history. */
export function strikesSince(known: KnownStrikes, wantedHours: number): string | undefined {
  const { asOf, pollsSinceFullHistory, historyHours } = known;
  const needsAll = pollsSinceFullHistory >= FULL_HISTORY_EVERY || wantedHours > historyHours;
  const knownUntil = Date.parse(asOf ?? "");
  return needsAll || Number.isNaN(knownUntil) ? undefined : new Date(knownUntil - OVERLAP_MS).toISOString();
}

export function historyStart(asOf: number, historyHours: number): string {
  return new Date(asOf - historyHours * HOUR_MS).toISOString();
}
