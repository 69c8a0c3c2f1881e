// Loads the recorded changes of the last minutes after each live report: for the table, and for those who want to hear them.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { StatusChange } from "../../storm/changes.ts";
import type { StormPoller } from "../../storm/storm-poller.ts";
import type { FacilityRow } from "../../storm/summary.ts";
import { AlertChanges } from "../alert-changes.ts";
import { saveAnnounced, savedAnnounced } from "../announced-statuses.ts";
import {
  type EventCursor,
  eventsSince,
  isTooOld,
  movedCursor,
  saveCursor,
  savedCursor,
  unreadEvents,
} from "../event-cursor.ts";
import { readEventPages } from "../event-pages.ts";
import { type RecentChange, recentChanges, type StatusEvent } from "./recent-changes.ts";

/** Of 1,000 events each. More in one interval are too many to announce. */
const MAX_PAGES = 10;
/** Rows that appear without the recent changes would move a moment later. But nobody waits longer than this for a status. */
const MAX_WAIT_MS = 1_000;

export class ChangeLoader implements ReactiveController {
  private events: StatusEvent[] = [];
  private cursor: EventCursor | null = savedCursor();
  private readonly alerts = new AlertChanges(savedAnnounced());
  /** Whether the first rows were shown. */
  private hasOpened = false;
  /** The report for which events were requested last. */
  private asOf = "";
  /** Whether the first request has ended or took too long. */
  private hasSettled = false;
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
    if (!this.hasSettled) setTimeout(() => this.settle(), MAX_WAIT_MS);
    void this.load(Date.parse(asOf));
  }

  /** Whether `changes` has the recent changes, or cannot have them soon. */
  get isReady(): boolean {
    return this.hasSettled || !this.isComparable();
  }

  private settle(): void {
    if (this.hasSettled) return;
    this.hasSettled = true;
    this.host.requestUpdate();
  }

  changes(): Map<number, RecentChange> {
    return this.isComparable() ? recentChanges(this.events, this.poller.now()) : new Map();
  }

  /** The changes to announce now. `shown` are those of `rows`, which the page shows, since the last call. */
  takeAlerts(shown: readonly StatusChange[], rows: readonly FacilityRow[]): StatusChange[] {
    if (!this.isComparable()) this.alerts.eventsFailed();
    else if (!this.hasOpened && rows.length > 0) this.open(rows);
    const changes = this.alerts.take(shown, performance.now());
    if (changes.length > 0) saveAnnounced(this.alerts.statuses);
    return changes;
  }

  private open(rows: readonly FacilityRow[]): void {
    this.hasOpened = true;
    this.alerts.open(rows.map(({ facility, status }) => ({ id: facility.facilityId, name: facility.name, status })));
    saveAnnounced(this.alerts.statuses);
  }

  private async load(now: number): Promise<void> {
    const { signal } = this.stop;
    try {
      const since = new Date(eventsSince(this.cursor, now)).toISOString();
      const { events } = await readEventPages({ since }, MAX_PAGES, signal);
      if (signal.aborted) return;
      this.events = events;
      if (this.cursor !== null && isTooOld(this.cursor, now)) this.alerts.forget();
      this.alerts.addEvents(unreadEvents(this.cursor, events));
      this.cursor = movedCursor(this.cursor, events, now);
      saveCursor(this.cursor);
    } catch {
      // The next report tries again; until then the table has no highlights, and the displayed changes are announced.
      this.alerts.eventsFailed();
    }
    this.hasSettled = true;
    this.host.requestUpdate();
  }
}
