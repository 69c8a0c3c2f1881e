// All strikes of a replay, loaded once, so that moving the time needs no requests.
import type { ReactiveControllerHost } from "lit";
import { NO_STRIKES, type StrikeColumns, toColumns } from "../map/strikes.ts";
import type { StormPoller } from "../storm/storm-poller.ts";
import { readAllStrikes } from "./all-strikes.ts";
import type { Replay } from "./replay.ts";

const HOUR_MS = 3_600_000;

export class ReplayStrikes {
  strikes: StrikeColumns = NO_STRIKES;
  /** The period that is loaded or loading. */
  private key = "";
  private loading = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly poller: StormPoller,
  ) {}

  async load({ from, to }: Replay, historyHours: number): Promise<void> {
    const start = from - historyHours * HOUR_MS;
    const key = `${start} ${to}`;
    if (key === this.key) return;
    this.reset();
    this.key = key;
    const { signal } = this.loading;
    try {
      const { strikes } = await readAllStrikes(start, to, signal);
      await this.poller.loadProjection();
      if (signal.aborted) return;
      this.strikes = toColumns(strikes, this.poller.projection);
      this.host.requestUpdate();
    } catch {
      if (!signal.aborted) this.key = "";
    }
  }

  /** Stops loading; the same period is loaded again next time. */
  reset(): void {
    this.loading.abort();
    this.loading = new AbortController();
    this.key = "";
  }
}
