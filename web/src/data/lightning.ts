// The lightning responses behind every storm screen.
import { isStatus, type Status } from "../status/status.ts";
import type { QueryParams, ResponseBody } from "./contract.ts";
import { getJson, RequestFailed } from "./public-api.ts";

type FacilitiesBody = ResponseBody<"/lightning-strikes/facilities">;
type FacilityBody = FacilitiesBody["facilities"][number];
type ProximityBody = NonNullable<FacilityBody["proximity"]>;

export type City = ResponseBody<"/city">;
export type CityStatus = ResponseBody<"/lightning-strikes/status">;
export type Feed = FacilitiesBody["feed"];
/** The four thresholds of a policy. */
export type Parameters = FacilitiesBody["parameters"];
/** Before the first response: those of the city's default policy, unless someone has changed it. */
export const DEFAULT_PARAMETERS: Parameters = {
  radiusMiles: 8,
  dangerMinutes: 30,
  allClearMinutes: 30,
  historyHours: 8,
};

export type StrikesReport = ResponseBody<"/lightning-strikes">;

/** The document calls the status a string. */
export type Proximity = Omit<ProximityBody, "status"> & { status: Status };
export type FacilityThreat = Omit<FacilityBody, "proximity"> & { proximity: Proximity | null };
/** Which facilities, and by which numbers. Without anything: all of them, live, by their policies. */
export type FacilitiesQuery = QueryParams<"/lightning-strikes/facilities">;
export type FacilitiesReport = Omit<FacilitiesBody, "facilities"> & { facilities: FacilityThreat[] };

/** The thresholds by which a facility is evaluated: those of its policy, with what the request has replaced. */
export function ruleOf({ policies, parameters }: FacilitiesReport, { proximity }: FacilityThreat): Parameters {
  return policies.find(({ id }) => id === proximity?.policyId) ?? parameters;
}

export function readCity(signal: AbortSignal): Promise<City> {
  return getJson("/city", signal);
}

export function readStatus(signal: AbortSignal, asOf?: string): Promise<CityStatus> {
  return getJson("/lightning-strikes/status", signal, asOf === undefined ? {} : { asOf });
}

export async function readFacilities(signal: AbortSignal, query: FacilitiesQuery = {}): Promise<FacilitiesReport> {
  return checkFacilities(await getJson("/lightning-strikes/facilities", signal, query));
}

/** Some of the facilities, most threatened first. `total` counts those that match, on all pages. */
export interface FacilityPage extends FacilitiesReport {
  total: number;
}

export async function readFacilityPage(signal: AbortSignal, query: FacilitiesQuery): Promise<FacilityPage> {
  const report = await readFacilities(signal, query);
  // A response that ignores the query must not be shown as its result.
  if (report.total == null) throw new RequestFailed(null, null, null);
  return { ...report, total: report.total };
}

/** The facilities that changed. */
export interface FacilityChanges extends FacilitiesReport {
  changes: NonNullable<FacilitiesReport["changes"]>;
}

/** `since` is `0`, or the last `nextSince`. */
export async function readFacilityChanges(
  signal: AbortSignal,
  query: FacilitiesQuery & { since: string },
): Promise<FacilityChanges> {
  const report = await readFacilities(signal, query);
  if (report.changes == null) throw new RequestFailed(null, null, null);
  return { ...report, changes: report.changes };
}

/** Throws if a status is not known. */
export function checkFacilities(body: FacilitiesBody): FacilitiesReport {
  return { ...body, facilities: body.facilities.map(withKnownStatus) };
}

export interface LatLng {
  lat: number;
  lng: number;
}

export interface PointReport {
  asOf: string;
  feed: Feed;
  proximity: Proximity;
}

/** The status at any point, by the city's default policy. */
export async function readPointProximity(signal: AbortSignal, point: LatLng): Promise<PointReport> {
  const { asOf, feed, proximity } = await getJson("/lightning-strikes/proximity", signal, { ...point });
  const { status } = proximity;
  if (!isStatus(status)) throw new RequestFailed(null, null, null);
  return { asOf, feed, proximity: { ...proximity, status } };
}

export function readStrikes(
  signal: AbortSignal,
  query: QueryParams<"/lightning-strikes"> = {},
): Promise<StrikesReport> {
  return getJson("/lightning-strikes", signal, query);
}

export function readOutages(
  signal: AbortSignal,
  query: QueryParams<"/lightning-strikes/outages">,
): Promise<ResponseBody<"/lightning-strikes/outages">> {
  return getJson("/lightning-strikes/outages", signal, query);
}

export function readStatusEvents(
  signal: AbortSignal,
  query: QueryParams<"/lightning-strikes/events">,
): Promise<ResponseBody<"/lightning-strikes/events">> {
  return getJson("/lightning-strikes/events", signal, query);
}

/** A status that this page does not know must not be shown as any other: the response is treated as failed. */
function withKnownStatus(facility: FacilityBody): FacilityThreat {
  const { proximity } = facility;
  // The document lets a null be left out.
  if (proximity === null || proximity === undefined) return { ...facility, proximity: null };
  const { status } = proximity;
  if (!isStatus(status)) throw new RequestFailed(null, null, null);
  return { ...facility, proximity: { ...proximity, status } };
}
