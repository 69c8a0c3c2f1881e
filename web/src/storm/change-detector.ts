// Finds changes of status, whether they came with a report or because one grew too old.
import { type FacilityStatus, type StatusChange, statusChanges } from "./changes.ts";
import type { FacilityRow } from "./summary.ts";

export class ChangeDetector {
  private last: FacilityStatus[] = [];

  /** What has changed since the last call; nothing at the first. */
  detect(rows: readonly FacilityRow[]): StatusChange[] {
    const current = rows.map(({ facility, status }) => ({ id: facility.facilityId, name: facility.name, status }));
    const changes = statusChanges(this.last, current);
    this.last = current;
    return changes;
  }

  /** The next call is the first one again: what is shown now is of another time. */
  reset(): void {
    this.last = [];
  }
}
