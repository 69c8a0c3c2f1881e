// Which changes are announced, once each: those that the service has recorded, and what only this page knows. Pure.
import { type DisplayStatus, isDisplayStatus } from "../status/status.ts";
import type { FacilityStatus, StatusChange } from "../storm/changes.ts";
import type { AnnouncedStatus } from "./announced-statuses.ts";
import type { StatusEvent } from "./table/recent-changes.ts";

/** A report may be a moment ahead of the recorded events. */
export const EVENT_WAIT_MS = 5_000;

interface SeenChange {
  change: StatusChange;
  seenAt: number;
}

export class AlertChanges {
  /** What was announced last about each facility, or shown when the page opened. */
  private readonly announced: Map<number, DisplayStatus>;
  private recorded: StatusChange[] = [];
  /** Changes of what the page shows that no event has confirmed. */
  private readonly seen = new Map<number, SeenChange>();
  /** Whether events can be read. Otherwise what the page shows is announced at once. */
  private hasEvents = false;

  constructor(announced: Iterable<AnnouncedStatus> = []) {
    this.announced = new Map(announced);
  }

  /** What a page shows when it opens is not a change, even if its event is recorded a moment later. */
  open(shown: readonly FacilityStatus[]): void {
    for (const { id, status } of shown) if (!this.announced.has(id)) this.announced.set(id, status);
  }

  /** After a time in which events were not read: a status may have changed and changed back. */
  forget(): void {
    this.announced.clear();
  }

  get statuses(): Iterable<AnnouncedStatus> {
    return this.announced;
  }

  /** Events that were not read before, in order. */
  addEvents(events: readonly StatusEvent[]): void {
    this.hasEvents = true;
    this.recorded.push(...events.flatMap(toChange));
  }

  eventsFailed(): void {
    this.hasEvents = false;
  }

  /** `shown` are the changes of what the page shows since the last call, `now` is any clock that does not jump. */
  take(shown: readonly StatusChange[], now: number): StatusChange[] {
    for (const change of shown) this.seen.set(change.id, { change, seenAt: now });
    // Of several events only the last is true now.
    const last = new Map(this.recorded.map((change) => [change.id, change]));
    this.recorded = [];
    for (const { id, to } of last.values()) if (this.seen.get(id)?.change.to === to) this.seen.delete(id);
    return [...last.values(), ...this.takeSeen(now)].filter((change) => this.isNew(change));
  }

  private takeSeen(now: number): StatusChange[] {
    const ready = [...this.seen.values()].filter(({ change, seenAt }) => {
      // Without contact to the service nothing is recorded here, and a display that turns to Unknown must not wait.
      const isOwn = change.from === "Unknown" || change.to === "Unknown";
      return !this.hasEvents || isOwn || this.announced.get(change.id) === change.to || now - seenAt >= EVENT_WAIT_MS;
    });
    for (const { change } of ready) this.seen.delete(change.id);
    return ready.map(({ change }) => change);
  }

  private isNew({ id, to, isNewlyLoaded = false }: StatusChange): boolean {
    // A facility of a large city may have become Clear while it was not loaded: only events would know.
    const isAgain = isNewlyLoaded && !this.hasEvents;
    if (this.announced.get(id) === to && !isAgain) return false;
    this.announced.set(id, to);
    return true;
  }
}

/** Events of rings are not announced. */
function toChange({ facilityId, facilityName, from, to, ring }: StatusEvent): StatusChange[] {
  if (ring != null || !isDisplayStatus(from) || !isDisplayStatus(to)) return [];
  return [{ id: facilityId, name: facilityName, from, to }];
}
