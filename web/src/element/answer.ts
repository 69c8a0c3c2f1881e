// What the service said, read with care: a page behind a captive portal is told all kinds of things. Pure.
import type { Feed } from "../words/freshness.ts";
import type { Status } from "../words/standing.ts";

export interface Strike {
  distanceMiles: number;
  at: number;
  type: string;
}

export interface Answer {
  asOf: string;
  feed: Feed;
  name: string | null;
  radiusMiles: number;
  dangerMinutes: number;
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
  const { asOf, parameters, feed, name, proximity } = fields(body);
  const { status, lastStrike, closest, countInWindow, clearAt } = fields(proximity);
  const { radiusMiles, dangerMinutes } = fields(parameters);
  const { healthy, reason } = fields(feed);
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
  const { distanceMiles, timestamp, type } = fields(value);
  const at = time(timestamp);
  if (!isNumber(distanceMiles) || at === undefined) return undefined;
  return { distanceMiles, at, type: typeof type === "string" ? type : "" };
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
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

function isStatus(value: unknown): value is Status {
  return value === "Active" || value === "Clearing" || value === "Clear";
}
