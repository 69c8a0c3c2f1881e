// The status of each facility and of the whole city. Pure.
import type { CityStatus, FacilityThreat } from "../data/lightning.ts";
import type { ClockReading } from "../status/clock.ts";
import { assessStatus, type ShownTime, type Snapshot, type StatusWarning } from "../status/freshness.ts";
import type { DisplayStatus, Status } from "../status/status.ts";

export interface FacilityRow {
  facility: FacilityThreat;
  status: DisplayStatus;
  warning: StatusWarning;
}

/** The facilities with one status. */
export interface StatusGroup {
  count: number;
  /** The name of the most threatened one; empty if there is none. */
  first: string;
  /** There may be more, which are not loaded. */
  isAtLeast?: boolean;
}

export interface CitySummary {
  status: DisplayStatus;
  warning: StatusWarning;
  active: StatusGroup;
  clearing: StatusGroup;
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
  const withStatus = (status: DisplayStatus): StatusGroup => {
    const group = rows.filter((row) => row.status === status);
    return { count: group.length, first: group[0]?.facility.name ?? "" };
  };
  const [active, clearing, clear] = [withStatus("Active"), withStatus("Clearing"), withStatus("Clear").count];
  const status = mostSevere(active.count, clearing.count, clear);
  const { warning } = assessStatus(snapshot, status === "Unknown" ? "Clear" : status, now, time);
  const unlocated = rows.filter(({ facility }) => facility.proximity === null).length;
  return { status, warning, active, clearing, clear, unlocated, all: rows.length };
}

/** As `summarize` of all facilities, where not all are known: by the counts of the city's status. */
export function summarizeCounts(
  city: CityStatus,
  snapshot: Snapshot | null,
  now: ClockReading,
  time: ShownTime = "now",
): CitySummary {
  const { activeCount, clearingCount, facilityCount, unknownCount } = city;
  const first = city.highestThreat?.name ?? "";
  const shown = (status: Status, count: number): StatusGroup =>
    count > 0 && assessStatus(snapshot, status, now, time).status === status
      ? { count, first }
      : { count: 0, first: "" };
  const [active, clearing] = [shown("Active", activeCount), shown("Clearing", clearingCount)];
  const clear = shown("Clear", facilityCount - activeCount - clearingCount).count;
  const status = mostSevere(active.count, clearing.count, clear);
  const { warning } = assessStatus(snapshot, status === "Unknown" ? "Clear" : status, now, time);
  return { status, warning, active, clearing, clear, unlocated: unknownCount, all: facilityCount + unknownCount };
}

export function mostSevere(active: number, clearing: number, clear: number): DisplayStatus {
  if (active > 0) return "Active";
  if (clearing > 0) return "Clearing";
  return clear > 0 ? "Clear" : "Unknown";
}
