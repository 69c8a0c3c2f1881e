// What the service says about lightning: the four answers that the screens live on.

import type { Projection } from "../map/sheet.ts";
import type { Strike } from "../map/strikes.ts";
import type { Status } from "../words/standing.ts";
import { ask } from "./open.ts";

export interface City {
  name: string;
  timezone: string;
  projection: Projection | null;
}

export interface Feed {
  healthy: boolean | null;
  reason: string | null;
  lastCheckedAt: string | null;
  lastStrikeAt: string | null;
}

/** The four numbers in force. */
export interface Parameters {
  radiusMiles: number;
  dangerMinutes: number;
  allClearMinutes: number;
  historyHours: number;
}

export interface Proximity {
  status: Status;
  lastStrike: { distanceMiles: number; ageMinutes: number; timestamp: string; type: string } | null;
  closest: { distanceMiles: number; timestamp: string; type: string } | null;
  countInWindow: number;
  allClearInMinutes: number | null;
  clearAt: string | null;
}

export interface FacilityThreat {
  facilityId: number;
  name: string;
  latLongPoint: { lat: number; lng: number } | null;
  /** Null without an anchor: what cannot be evaluated is never shown as Clear. */
  proximity: Proximity | null;
}

export interface FacilitiesAnswer {
  asOf: string;
  parameters: Parameters;
  feed: Feed;
  facilities: FacilityThreat[];
}

export interface CityStatus {
  asOf: string;
  anyActive: boolean;
  activeCount: number;
  clearingCount: number;
  facilityCount: number;
  unknownCount: number;
  strikesInWindow: number;
  windowMinutes: number;
  feed: Feed;
}

export interface StrikesAnswer {
  asOf: string;
  since: string;
  count: number;
  truncated: boolean;
  strikes: Strike[];
}

export function readCity(signal: AbortSignal): Promise<City> {
  return ask("/city", signal);
}

export function readStatus(signal: AbortSignal, asOf?: string): Promise<CityStatus> {
  return ask("/lightning-strikes/status", signal, { asOf });
}

export function readFacilities(
  signal: AbortSignal,
  query: Partial<Parameters> & { asOf?: string } = {},
): Promise<FacilitiesAnswer> {
  return ask("/lightning-strikes/facilities", signal, { ...query });
}

export function readStrikes(
  signal: AbortSignal,
  query: { since?: string; asOf?: string; limit?: number; bbox?: string } = {},
): Promise<StrikesAnswer> {
  return ask("/lightning-strikes", signal, { ...query });
}
