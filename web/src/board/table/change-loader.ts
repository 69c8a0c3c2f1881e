// Loads the recorded changes of the last minutes after each live report: for the table, and for those who want to hear them.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { readStatusEvents } from "../../data/lightning.ts";
import type { StatusChange } from "../../storm/changes.ts";
import type { StormPoller } from "../../storm/storm-poller.ts";
import { AlertChanges } from "../alert-changes.ts";
import { type EventCursor, eventsSince, movedCursor, saveCursor, savedCursor, unreadEvents } from "../event-cursor.ts";
import { type RecentChange, recentChanges, type StatusEvent } from "./recent-changes.ts";

const PAGE_SIZE = 1000;
/** More in one request interval are not announced one by one anyway. */
const MAX_PAGES = 10;

export class ChangeLoader implements ReactiveController {
  private events: StatusEvent[] = [];
  private cursor: EventCursor | null = savedCursor();
  private readonly alerts = new AlertChanges();
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
    void this.load(Date.parse(asOf));
  }

  changes(): Map<number, RecentChange> {
    return this.isComparable() ? recentChanges(this.events, this.poller.now()) : new Map();
  }

  /** The changes to announce now. `shown` are those of what the page shows since the last call. */
  takeAlerts(shown: readonly StatusChange[]): StatusChange[] {
    if (!this.isComparable()) this.alerts.eventsFailed();
    return this.alerts.take(shown, performance.now());
  }

  private async load(now: number): Promise<void> {
    const { signal } = this.stop;
    try {
      const events = await readEventsSince(eventsSince(this.cursor, now), signal);
      if (signal.aborted) return;
      this.events = events;
      this.alerts.addEvents(unreadEvents(this.cursor, events));
      this.cursor = movedCursor(this.cursor, events, now);
      saveCursor(this.cursor);
    } catch {
      // The next report tries again; until then the table has no highlights, and the displayed changes are announced.
      this.alerts.eventsFailed();
    }
    this.host.requestUpdate();
  }
}

async function readEventsSince(from: number, signal: AbortSignal): Promise<StatusEvent[]> {
  const [since, events]: [string, StatusEvent[]] = [new Date(from).toISOString(), []];
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await readStatusEvents(signal, { since, limit: PAGE_SIZE, after: events.at(-1)?.id ?? 0 });
    events.push(...page);
    if (page.length < PAGE_SIZE) break;
  }
  return events;
}
