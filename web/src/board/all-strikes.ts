// All strikes of a period, page by page: the service returns at most the newest 10,000 per request.
import { readStrikes } from "../data/lightning.ts";
import type { Strike } from "../map/strikes.ts";

const PAGE_SIZE = 10_000;
/** More do not fit on a screen. A report says when it is truncated. */
const MAX_STRIKES = 60_000;

export interface AllStrikes {
  strikes: Strike[];
  /** Whether older strikes are missing. */
  truncated: boolean;
}

export async function readAllStrikes(from: number, to: number, signal: AbortSignal): Promise<AllStrikes> {
  const strikes = new Map<number, Strike>();
  let until = to;
  for (;;) {
    const page = await readStrikes(signal, {
      since: new Date(from).toISOString(),
      asOf: new Date(until).toISOString(),
      limit: PAGE_SIZE,
    });
    const countBefore = strikes.size;
    for (const strike of page.strikes) strikes.set(strike.id, strike);
    const oldest = Date.parse(page.strikes[0]?.timestamp ?? "");
    // A full page of strikes at one instant would repeat forever.
    const isStuck = strikes.size === countBefore || Number.isNaN(oldest);
    if (!page.truncated || isStuck || strikes.size >= MAX_STRIKES)
      return { strikes: [...strikes.values()], truncated: page.truncated };
    until = oldest;
  }
}
