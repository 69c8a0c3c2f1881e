// The status of a large city, of which only some facilities are loaded. Pure.
import type { DisplayStatus } from "../../status/status.ts";
import { type CitySummary, mostSevere, type StatusGroup } from "../summary.ts";
import type { Coverage } from "./facility-reader.ts";

/** `loaded` is of the facilities that are loaded, `counted` of all, by the counts of the service. */
export function summarizePart(loaded: CitySummary, counted: CitySummary, coverage: Coverage): CitySummary {
  return coverage.isByPolicies ? withLoaded(counted, loaded) : countLoaded(loaded, counted.unlocated, coverage);
}

/** Counts and facilities are in different responses: what either of them reports as threatened is. */
function withLoaded(counted: CitySummary, loaded: CitySummary): CitySummary {
  const larger = (one: StatusGroup, other: StatusGroup) => (other.count > one.count ? other : one);
  const [active, clearing] = [larger(counted.active, loaded.active), larger(counted.clearing, loaded.clearing)];
  const rest = counted.all - counted.unlocated - active.count - clearing.count;
  const clear = Math.max(0, Math.min(counted.clear, rest));
  const status = mostSevere(active.count, clearing.count, clear);
  const { warning } = status === counted.status ? counted : loaded;
  return { ...counted, status, warning, active, clearing, clear };
}

/**
 * The service does not count by thresholds of one's own. The most threatened facilities are always loaded, so the status is right;
 * where the loaded ones end before a status does, there may be more with it.
 */
function countLoaded(loaded: CitySummary, unlocated: number, { hasAll, all }: Coverage): CitySummary {
  const group = (one: StatusGroup, isComplete: boolean): StatusGroup =>
    isComplete ? one : { ...one, isAtLeast: true };
  const [active, clearing] = [group(loaded.active, hasAll.active), group(loaded.clearing, hasAll.clearing)];
  const rest = all - unlocated - active.count - clearing.count;
  const clear = hasAll.clearing && loaded.clear > 0 ? rest : loaded.clear;
  return { ...loaded, active, clearing, clear, unlocated, all };
}

export interface StatusCount {
  count: number;
  /** There may be more. */
  isAtLeast: boolean;
}

/** All facilities by status. */
export function cityCounts({
  active,
  clearing,
  clear,
  unlocated,
  all,
}: CitySummary): Record<DisplayStatus, StatusCount> {
  const isPart = active.isAtLeast === true || clearing.isAtLeast === true;
  const unknown = isPart ? unlocated : all - active.count - clearing.count - clear;
  return {
    Active: { count: active.count, isAtLeast: active.isAtLeast === true },
    Clearing: { count: clearing.count, isAtLeast: clearing.isAtLeast === true },
    Clear: { count: clear, isAtLeast: isPart },
    Unknown: { count: unknown, isAtLeast: isPart },
  };
}
