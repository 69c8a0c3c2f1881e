// Parses the service's response. Trusts nothing: a captive portal may send anything. Pure.
import type { ResponseBody } from "../data/contract.ts";
import { fieldsOf } from "../data/unchecked.ts";
import type { Feed } from "../status/freshness.ts";
import { isStatus, type Status } from "../status/status.ts";
import { parseStrikeKind } from "../status/strike-kind.ts";

type Body = ResponseBody<"/lightning-strikes/facilities/{id}/proximity">;
type Parameters = Body["parameters"];
type Proximity = NonNullable<Body["proximity"]>;
type ProximityStrike = NonNullable<Proximity["closest"]>;

export interface ReportedStrike extends Pick<ProximityStrike, "distanceMiles" | "kind"> {
  at: number;
}

export interface StatusReport extends Pick<Body, "asOf" | "name">, Pick<Parameters, "radiusMiles" | "dangerMinutes"> {
  feed: Feed;
  status: Status;
  last: ReportedStrike | null;
  closest: ReportedStrike | null;
  count: number;
  clearAt: number | null;
  /** The city's; undefined if the service does not say, or the browser does not know it. */
  timeZone: string | undefined;
}

/** Retrying does not help until the facility or the attributes change. */
export type Rejection = "noFacility" | "noLocation" | "rejected";

/** Null when anything is missing or malformed. */
export function parseResponse(body: unknown): StatusReport | null {
  const { asOf, parameters, feed, name, proximity, timezone } = fieldsOf<Body>(body);
  const { status, lastStrike, closest, countInWindow, clearAt } = fieldsOf<Proximity>(proximity);
  const { radiusMiles, dangerMinutes } = fieldsOf<Parameters>(parameters);
  const { healthy, reason } = fieldsOf<Body["feed"]>(feed);
  const last = parseStrike(lastStrike);
  const closestStrike = parseStrike(closest);
  const clearTime = clearAt === null || clearAt === undefined ? null : parseTime(clearAt);
  if (!isTime(asOf) || !isStatus(status)) return null;
  if (last === undefined || closestStrike === undefined || clearTime === undefined) return null;
  if (!isNumber(radiusMiles) || !isNumber(dangerMinutes) || !isNumber(countInWindow)) return null;
  return {
    asOf,
    feed: {
      healthy: typeof healthy === "boolean" ? healthy : null,
      reason: typeof reason === "string" ? reason : null,
    },
    name: typeof name === "string" ? name : null,
    radiusMiles,
    dangerMinutes,
    status,
    last,
    closest: closestStrike,
    count: countInWindow,
    clearAt: clearTime,
    timeZone: parseTimeZone(timezone),
  };
}

/** Null for status codes where a retry may help. */
export function parseRejection(code: number): Rejection | null {
  if (code === 404) return "noFacility";
  if (code === 409) return "noLocation";
  return code === 400 ? "rejected" : null;
}

/** Undefined when malformed; null when there was no strike. */
function parseStrike(value: unknown): ReportedStrike | null | undefined {
  if (value === null || value === undefined) return null;
  const { distanceMiles, timestamp, kind } = fieldsOf<ProximityStrike>(value);
  const at = parseTime(timestamp);
  if (!isNumber(distanceMiles) || at === undefined) return undefined;
  return { distanceMiles, at, kind: parseStrikeKind(kind) };
}

function parseTimeZone(value: unknown): string | undefined {
  try {
    return typeof value === "string"
      ? new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone
      : undefined;
  } catch {
    return undefined;
  }
}

function parseTime(value: unknown): number | undefined {
  return isTime(value) ? Date.parse(value) : undefined;
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
