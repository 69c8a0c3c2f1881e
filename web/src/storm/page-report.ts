// The report inside the page, with which the first paint shows the status. Everything but `takePageReport` is pure.
import type { ResponseBody } from "../data/contract.ts";
import { type City, type CityStatus, checkFacilities, type FacilitiesReport } from "../data/lightning.ts";
import { type ClockReading, readClock } from "../status/clock.ts";
import { MAX_AGE_MS } from "../status/freshness.ts";

/** The service's time may be ahead by this much before the device's clock counts as wrong. */
const MAX_CLOCK_LAG_MS = 5_000;

/** What the service writes into the page: the responses of a first poll. */
interface PageReportBody {
  isComplete: boolean;
  city: City;
  status: CityStatus;
  facilities: ResponseBody<"/lightning-strikes/facilities">;
}

export interface PageReport {
  /** Whether all facilities are in it. */
  isComplete: boolean;
  city: City;
  cityStatus: CityStatus;
  facilities: FacilitiesReport;
  /** When a poll with this response would have been sent. */
  requestedAt: ClockReading;
}

/** How the browser has loaded the page. */
export interface PageLoad {
  /** As in `PerformanceNavigationTiming`. */
  type: string;
  /** The monotonic clock starts with the navigation. */
  now: ClockReading;
}

/**
 * How old a report in the page is; null if that is not known: a page that is restored comes from the browser's cache whatever
 * its age, and a clock that is behind the service's measures nothing.
 */
export function reportAgeMs(asOf: string, { type, now }: PageLoad): number | null {
  const ageMs = now.wall - Date.parse(asOf);
  const isKnown = type !== "back_forward" && ageMs >= -MAX_CLOCK_LAG_MS;
  return isKnown ? Math.max(ageMs, now.monotonic) : null;
}

/** Null if the text is not a report, or one that would be Unknown anyway. */
export function parsePageReport(text: string, load: PageLoad): PageReport | null {
  try {
    const { isComplete, city, status, facilities } = JSON.parse(text) as PageReportBody;
    const ageMs = reportAgeMs(facilities.asOf, load);
    if (ageMs === null || ageMs > MAX_AGE_MS) return null;
    const requestedAt = { wall: load.now.wall - ageMs, monotonic: load.now.monotonic - ageMs };
    return { isComplete, city, cityStatus: status, facilities: checkFacilities(facilities), requestedAt };
  } catch {
    // The first poll says what is wrong.
    return null;
  }
}

/** Only once: a view that opens later asks the service. */
export function takePageReport(): PageReport | null {
  const block = document.querySelector("script#page-report");
  block?.remove();
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return parsePageReport(block?.textContent ?? "", { type: navigation?.type ?? "", now: readClock() });
}
