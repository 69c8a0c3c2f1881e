// Detects status changes, both from new reports and from a report that expired.
import type { DisplayStatus } from "../status/status.ts";
import { type FacilityStatus, type StatusChange, statusChanges } from "./changes.ts";
import type { FacilityRow } from "./summary.ts";

export class ChangeDetector {
  private last: FacilityStatus[] = [];
  private rows: readonly FacilityRow[] = [];
  /** Of all facilities that were not in the last rows; null if it is not known. */
  private others: DisplayStatus | null = null;

  /**
   * The changes since the last call; none at the first call, and none in the same rows. `hasAllThreatened`: every other facility of
   * a large city is Clear, so that one which appears with another status has changed.
   */
  detect(rows: readonly FacilityRow[], hasAllThreatened = false): StatusChange[] {
    if (rows === this.rows) return [];
    this.rows = rows;
    const current = rows.map(({ facility, status }) => ({ id: facility.facilityId, name: facility.name, status }));
    const changes = statusChanges(this.last, current, this.others);
    [this.last, this.others] = [current, hasAllThreatened ? "Clear" : null];
    return changes;
  }
}
