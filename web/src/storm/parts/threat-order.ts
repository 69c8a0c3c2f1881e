// The service's order of facilities, for lists that are put together from several responses. Pure.
import type { FacilityThreat, Proximity } from "../../data/lightning.ts";
import { DISPLAY_STATUSES } from "../../status/status.ts";

/** Most threatened first; facilities without a location last. */
export function compareThreat(one: FacilityThreat, other: FacilityThreat): number {
  return (
    level(one.proximity) - level(other.proximity) ||
    figure(one.proximity) - figure(other.proximity) ||
    (other.proximity?.countInWindow ?? 0) - (one.proximity?.countInWindow ?? 0) ||
    compareTexts(one.name, other.name) ||
    one.facilityId - other.facilityId
  );
}

function level(proximity: Proximity | null): number {
  return DISPLAY_STATUSES.indexOf(proximity?.status ?? "Unknown");
}

/** Of facilities with the same status: the nearest strike, the longest wait, the closest strike. */
function figure(proximity: Proximity | null): number {
  // Not infinite: the difference of two would not be a number.
  const none = Number.MAX_VALUE;
  switch (proximity?.status) {
    case "Active":
      return proximity.nearestInWindowMiles ?? none;
    case "Clearing":
      return -Date.parse(proximity.clearAt ?? "1970-01-01T00:00:00Z");
    default:
      return proximity?.closest?.distanceMiles ?? none;
  }
}

/** As the service compares names, which knows no language. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
