// Loads the recorded changes of the last minutes after each live report.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { readStatusEvents } from "../../data/lightning.ts";
import type { StormPoller } from "../../storm/storm-poller.ts";
import { RECENT_MS, type RecentChange, recentChanges, type StatusEvent } from "./recent-changes.ts";

export class ChangeLoader implements ReactiveController {
  private events: StatusEvent[] = [];
  /** The report for which events were requested last. */
  private asOf = "";
  private stop = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly poller: StormPoller,
    /** Thresholds of one's own and a replay have other statuses than those recorded. */
    private readonly isComparable: () => boolean,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = new AbortController();
  }

  hostDisconnected(): void {
    this.stop.abort();
  }

  hostUpdated(): void {
    const asOf = this.poller.report?.asOf ?? "";
    if (asOf === this.asOf || !this.isComparable()) return;
    this.asOf = asOf;
    void this.load(asOf);
  }

  changes(): Map<number, RecentChange> {
    return this.isComparable() ? recentChanges(this.events, this.poller.now()) : new Map();
  }

  private async load(asOf: string): Promise<void> {
    const since = new Date(Date.parse(asOf) - RECENT_MS).toISOString();
    try {
      this.events = await readStatusEvents(this.stop.signal, { since, limit: 1000 });
      this.host.requestUpdate();
    } catch {
      // The next report tries again; until then the table has no highlights.
    }
  }
}
