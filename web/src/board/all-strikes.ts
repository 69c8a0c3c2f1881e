// All strikes of a period, however many: the service gives at most ten thousand at once, the newest.
import { readStrikes } from "../data/lightning.ts";
import type { Strike } from "../map/strikes.ts";

const AT_ONCE = 10_000;
/** Nobody looks at more on a screen; a report says when it is cut. */
const MOST = 60_000;

export interface AllStrikes {
  strikes: Strike[];
  /** Whether even older ones were left out. */
  truncated: boolean;
}

export async function allStrikes(from: number, to: number, signal: AbortSignal): Promise<AllStrikes> {
  const found = new Map<number, Strike>();
  let until = to;
  for (;;) {
    const answer = await readStrikes(signal, {
      since: new Date(from).toISOString(),
      asOf: new Date(until).toISOString(),
      limit: AT_ONCE,
    });
    const before = found.size;
    for (const strike of answer.strikes) found.set(strike.id, strike);
    const oldest = Date.parse(answer.strikes[0]?.timestamp ?? "");
    const isStuck = found.size === before || Number.isNaN(oldest);
    if (!answer.truncated || isStuck || found.size >= MOST)
      return { strikes: [...found.values()], truncated: answer.truncated };
    until = oldest;
  }
}
