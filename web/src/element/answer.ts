// What the service said, read with care: a page behind a captive portal is told all kinds of things. Pure.
import type { ResponseBody } from "../data/contract.ts";
import { fieldsOf } from "../data/unchecked.ts";
import type { Feed } from "../words/freshness.ts";
import { isStatus, type Status } from "../words/standing.ts";

type Body = ResponseBody<"/lightning-strikes/facilities/{id}/proximity">;
type Parameters = Body["parameters"];
type Proximity = NonNullable<Body["proximity"]>;
type ProximityStrike = NonNullable<Proximity["closest"]>;

export interface Strike extends Pick<ProximityStrike, "distanceMiles" | "type"> {
  at: number;
}

export interface Answer extends Pick<Body, "asOf" | "name">, Pick<Parameters, "radiusMiles" | "dangerMinutes"> {
  feed: Feed;
  status: Status;
  last: Strike | null;
  closest: Strike | null;
  count: number;
  clearAt: number | null;
}

/** The service answered that it cannot say. */
export type Refusal = "noFacility" | "noAnchor" | "refused";

/** The answer in a body, or null when it is none. Whatever is missing or strange makes it none. */
export function readAnswer(body: unknown): Answer | null {
  const { asOf, parameters, feed, name, proximity } = fieldsOf<Body>(body);
  const { status, lastStrike, closest, countInWindow, clearAt } = fieldsOf<Proximity>(proximity);
  const { radiusMiles, dangerMinutes } = fieldsOf<Parameters>(parameters);
  const { healthy, reason } = fieldsOf<Body["feed"]>(feed);
  const last = readStrike(lastStrike);
  const near = readStrike(closest);
  const clear = clearAt === null || clearAt === undefined ? null : time(clearAt);
  const isRead = isTime(asOf) && isStatus(status) && last !== undefined && near !== undefined && clear !== undefined;
  if (!isRead || !isNumber(radiusMiles) || !isNumber(dangerMinutes) || !isNumber(countInWindow)) return null;
  return {
    asOf,
    // What is neither true nor false is not known.
    feed: {
      healthy: typeof healthy === "boolean" ? healthy : null,
      reason: typeof reason === "string" ? reason : null,
    },
    name: typeof name === "string" ? name : null,
    radiusMiles,
    dangerMinutes,
    status,
    last,
    closest: near,
    count: countInWindow,
    clearAt: clear,
  };
}

/** What a status code says for good; null when it says nothing and asking again may help. */
export function readRefusal(code: number): Refusal | null {
  if (code === 404) return "noFacility";
  if (code === 409) return "noAnchor";
  return code === 400 ? "refused" : null;
}

/** Undefined when it is no strike; null when there was none. */
function readStrike(value: unknown): Strike | null | undefined {
  if (value === null || value === undefined) return null;
  const { distanceMiles, timestamp, type } = fieldsOf<ProximityStrike>(value);
  const at = time(timestamp);
  if (!isNumber(distanceMiles) || at === undefined) return undefined;
  return { distanceMiles, at, type: typeof type === "string" ? type : "" };
}

function time(value: unknown): number | undefined {
  return isTime(value) ? Date.parse(value) : undefined;
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
