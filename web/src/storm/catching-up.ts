// Which strikes to ask for. Pure.

/** Mail comes late; what is older than this and new to us comes with the next whole look. */
const OVERLAP_MS = 20 * 60_000;
/** Every so many looks all strikes are asked for again. */
const WHOLE_EVERY = 10;

export interface Held {
  /** The service's time of the last answer; null when there was none. */
  asOf: string | null;
  /** Looks since all were asked for. */
  looks: number;
  /** How far back the held ones reach. */
  historyHours: number;
}

/** The start of what to ask for; undefined means all of the history. */
export function strikesSince({ asOf, looks, historyHours }: Held, wantedHours: number): string | undefined {
  const isWhole = asOf === null || looks >= WHOLE_EVERY || wantedHours > historyHours || Number.isNaN(Date.parse(asOf));
  return isWhole ? undefined : new Date(Date.parse(asOf) - OVERLAP_MS).toISOString();
}

export function historyStart(asOf: number, historyHours: number): string {
  return new Date(asOf - historyHours * 3_600_000).toISOString();
}
