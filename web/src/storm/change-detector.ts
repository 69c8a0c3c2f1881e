// Detects status changes, both from new reports and from a report that expired.
import { type FacilityStatus, type StatusChange, statusChanges } from "./changes.ts";
import type { FacilityRow } from "./summary.ts";

export class ChangeDetector {
  private last: FacilityStatus[] = [];
  private rows: readonly FacilityRow[] = [];

  /** The changes since the last call; none at the first call, and none in the same rows. */
  detect(rows: readonly FacilityRow[]): StatusChange[] {
    if (rows === this.rows) return [];
    this.rows = rows;
    const current = rows.map(({ facility, status }) => ({ id: facility.facilityId, name: facility.name, status }));
    const changes = statusChanges(this.last, current);
    this.last = current;
    return changes;
  }
}
