// The strikes of a replayed time, all of them at once: the map then needs nobody while the time moves.
import type { ReactiveControllerHost } from "lit";
import { columns, NO_STRIKES, type StrikeColumns } from "../map/strikes.ts";
import type { StormWatch } from "../storm/watch.ts";
import { allStrikes } from "./all-strikes.ts";
import type { Replay } from "./replay.ts";

const HOUR_MS = 3_600_000;

export class Past {
  strikes: StrikeColumns = NO_STRIKES;
  /** The time whose strikes are held or on their way. */
  private held = "";
  private loading = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly watch: StormWatch,
  ) {}

  async load({ from, to }: Replay, historyHours: number): Promise<void> {
    const start = from - historyHours * HOUR_MS;
    const key = `${start} ${to}`;
    if (key === this.held) return;
    this.forget();
    this.held = key;
    const { signal } = this.loading;
    try {
      const { strikes } = await allStrikes(start, to, signal);
      await this.watch.sheetKnown();
      if (signal.aborted) return;
      this.strikes = columns(strikes, this.watch.sheet);
      this.host.requestUpdate();
    } catch {
      if (!signal.aborted) this.held = "";
    }
  }

  forget(): void {
    this.loading.abort();
    this.loading = new AbortController();
    this.held = "";
  }
}
