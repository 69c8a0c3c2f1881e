// The status of each facility and of the whole city. Pure.
import type { FacilityThreat } from "../data/lightning.ts";
import type { ClockReading } from "../status/clock.ts";
import { assessStatus, type ShownTime, type Snapshot, type StatusWarning } from "../status/freshness.ts";
import type { DisplayStatus } from "../status/status.ts";

export interface FacilityRow {
  facility: FacilityThreat;
  status: DisplayStatus;
  warning: StatusWarning;
}

export interface CitySummary {
  status: DisplayStatus;
  warning: StatusWarning;
  active: readonly FacilityRow[];
  clearing: readonly FacilityRow[];
  clear: number;
  /** Facilities without a location. */
  unlocated: number;
  all: number;
}

/** In the service's order. */
export function assessFacilities(
  snapshot: Snapshot | null,
  facilities: readonly FacilityThreat[],
  now: ClockReading,
  time: ShownTime = "now",
): FacilityRow[] {
  return facilities.map((facility) => ({
    facility,
    ...assessStatus(snapshot, facility.proximity?.status ?? null, now, time),
  }));
}

/** The most severe known status. A city is Clear only if at least one facility is known to be Clear. */
export function summarize(
  rows: readonly FacilityRow[],
  snapshot: Snapshot | null,
  now: ClockReading,
  time: ShownTime = "now",
): CitySummary {
  const withStatus = (status: DisplayStatus): FacilityRow[] => rows.filter((row) => row.status === status);
  const [active, clearing, clear] = [withStatus("Active"), withStatus("Clearing"), withStatus("Clear")];
  const status = mostSevere(active.length, clearing.length, clear.length);
  const { warning } = assessStatus(snapshot, status === "Unknown" ? "Clear" : status, now, time);
  const unlocated = rows.filter(({ facility }) => facility.proximity === null).length;
  return { status, warning, active, clearing, clear: clear.length, unlocated, all: rows.length };
}

function mostSevere(active: number, clearing: number, clear: number): DisplayStatus {
  if (active > 0) return "Active";
  if (clearing > 0) return "Clearing";
  return clear > 0 ? "Clear" : "Unknown";
}
