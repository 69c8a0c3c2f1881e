// All strikes of a replay, and when nobody watched, loaded once, so that moving the time needs no requests.
import type { ReactiveControllerHost } from "lit";
import { NO_STRIKES, type StrikeColumns, toColumns } from "../map/strikes.ts";
import type { StormPoller } from "../storm/storm-poller.ts";
import { readAllStrikes } from "./all-strikes.ts";
import { isOutage, type Outage, readOutagesBetween } from "./outages.ts";
import type { Replay } from "./replay.ts";

const HOUR_MS = 3_600_000;

export class ReplayStrikes {
  strikes: StrikeColumns = NO_STRIKES;
  /** Null before they are loaded: then nothing is known to have been watched. */
  outages: readonly Outage[] | null = null;
  /** How many strikes were loaded if there are more. */
  drawnOf: number | null = null;
  /** The period that is loaded or loading. */
  private key = "";
  private loading = new AbortController();
  private loaded: Promise<void> = Promise.resolve();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly poller: StormPoller,
  ) {}

  /** Resolves when the strikes of the period are there, or could not be loaded. */
  load({ from, to }: Replay, historyHours: number): Promise<void> {
    const start = from - historyHours * HOUR_MS;
    const key = `${start} ${to}`;
    if (key !== this.key) {
      this.reset();
      this.key = key;
      this.loaded = this.read(start, to, this.loading.signal);
    }
    return this.loaded;
  }

  wasWatched(at: number): boolean {
    return this.outages !== null && !isOutage(this.outages, at);
  }

  /** Stops loading; the same period is loaded again next time. */
  reset(): void {
    this.loading.abort();
    this.loading = new AbortController();
    this.key = "";
    this.outages = null;
  }

  private async read(start: number, to: number, signal: AbortSignal): Promise<void> {
    try {
      const [{ strikes, truncated }, outages] = await Promise.all([
        readAllStrikes(start, to, signal),
        readOutagesBetween(start, to, signal),
      ]);
      await this.poller.loadProjection();
      if (signal.aborted) return;
      this.strikes = toColumns(strikes, this.poller.projection);
      this.outages = outages;
      this.drawnOf = truncated ? strikes.length : null;
      this.host.requestUpdate();
    } catch {
      if (!signal.aborted) this.key = "";
    }
  }
}
