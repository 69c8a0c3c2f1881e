// The outages of the period that a chart shows, asked again every minute.
import type { ReactiveControllerHost } from "lit";
import { type Outage, readOutagesBetween } from "./outages.ts";

const REFRESH_MS = 60_000;

export class LiveOutages {
  private outages: readonly Outage[] = [];
  private key = "";
  private loading = new AbortController();

  constructor(private readonly host: ReactiveControllerHost) {}

  /** What is known now; asks for more if the period has moved. */
  between(from: number, to: number): readonly Outage[] {
    const key = `${Math.floor(from / REFRESH_MS)} ${Math.floor(to / REFRESH_MS)}`;
    if (key !== this.key) {
      this.key = key;
      void this.load(from, to);
    }
    return this.outages;
  }

  stop(): void {
    this.loading.abort();
    this.key = "";
  }

  private async load(from: number, to: number): Promise<void> {
    this.loading.abort();
    this.loading = new AbortController();
    const { signal } = this.loading;
    try {
      const outages = await readOutagesBetween(from, to, signal);
      if (signal.aborted) return;
      this.outages = outages;
      this.host.requestUpdate();
    } catch {
      // The chart shows what was known before; the next minute asks again.
    }
  }
}
