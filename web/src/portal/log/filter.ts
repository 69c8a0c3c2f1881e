// What is looked for in the log, as it stands in the address. Pure.

import type { LogSearch } from "../../data/log.ts";
import { STATUSES } from "../../data/log-status.ts";

export interface Filter {
  jobId: string;
  /** One of the log's, or `SECOND_FAILED`. */
  status: string;
  /** Days `yyyy-mm-dd` where the reader is. */
  from: string;
  to: string;
  q: string;
}

/** What succeeded, but was not followed by what should have: a mail that did not go out, for one. */
export const SECOND_FAILED = "SecondPhaseFailed";

const NAMES = ["jobId", "status", "from", "to", "q"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What cannot be meant is left out, so that an old link still opens. */
export function readFilter(search: string): Filter {
  const given = new URLSearchParams(search);
  const of = (name: (typeof NAMES)[number], good: (value: string) => boolean) =>
    [given.get(name) ?? ""].find(good) ?? "";
  return {
    jobId: of("jobId", (value) => /^[1-9]\d{0,15}$/.test(value)),
    status: of("status", (value) => value === SECOND_FAILED || STATUSES.some((status) => status === value)),
    from: of("from", (value) => DAY.test(value)),
    to: of("to", (value) => DAY.test(value)),
    q: given.get("q") ?? "",
  };
}

export function writeFilter(filter: Filter): string {
  const query = new URLSearchParams(
    NAMES.map((name) => [name, filter[name]] as [string, string]).filter(([, value]) => value !== ""),
  ).toString();
  return query === "" ? "" : `?${query}`;
}

/** What the service is asked. Days begin and end where the reader is. */
export function searchOf(filter: Filter): LogSearch {
  const search: LogSearch = {};
  if (filter.jobId !== "") search.jobId = Number(filter.jobId);
  if (filter.status === SECOND_FAILED) search.phaseTwoStatus = "Failed";
  else if (filter.status !== "") search.status = filter.status;
  const from = edge(filter.from, "T00:00:00.000");
  const to = edge(filter.to, "T23:59:59.999");
  if (from !== null) search.from = from;
  if (to !== null) search.to = to;
  if (filter.q.trim() !== "") search.q = filter.q.trim();
  return search;
}

function edge(day: string, time: string): string | null {
  const at = new Date(day + time);
  return day === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** A text without days is looked for in the last 30 days alone: that is said beside the result. */
export function isShort(filter: Filter): boolean {
  return filter.q.trim() !== "" && filter.from === "" && filter.to === "";
}
