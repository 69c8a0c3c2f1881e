// The filter of the log, and its URL parameters. Pure.
import type { LogSearch } from "../../data/log.ts";
import { STATUSES } from "../../data/log-status.ts";
import { dayToUtc } from "../time.ts";

export interface LogFilter {
  jobId: string;
  /** A status of the log, or `PHASE_TWO_FAILED`. */
  status: string;
  /** Local days `yyyy-mm-dd`. */
  from: string;
  to: string;
  q: string;
}

/** Phase 1 succeeded, but phase 2 failed: for example, an email was not sent. */
export const PHASE_TWO_FAILED = "SecondPhaseFailed";

const NAMES = ["jobId", "status", "from", "to", "q"] as const;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Invalid values are dropped, so that old links still work. */
export function parseFilter(search: string): LogFilter {
  const query = new URLSearchParams(search);
  const param = (name: (typeof NAMES)[number], isValid: (value: string) => boolean) =>
    [query.get(name) ?? ""].find(isValid) ?? "";
  return {
    jobId: param("jobId", (value) => /^[1-9]\d{0,15}$/.test(value)),
    status: param("status", (value) => value === PHASE_TWO_FAILED || STATUSES.some((status) => status === value)),
    from: param("from", (value) => DAY_PATTERN.test(value)),
    to: param("to", (value) => DAY_PATTERN.test(value)),
    q: query.get("q") ?? "",
  };
}

export function writeFilter(filter: LogFilter): string {
  const query = new URLSearchParams(
    NAMES.map((name) => [name, filter[name]] as [string, string]).filter(([, value]) => value !== ""),
  ).toString();
  return query === "" ? "" : `?${query}`;
}

/** Local days become UTC times. */
export function toSearch(filter: LogFilter): LogSearch {
  const search: LogSearch = {};
  if (filter.jobId !== "") search.jobId = Number(filter.jobId);
  if (filter.status === PHASE_TWO_FAILED) search.phaseTwoStatus = "Failed";
  else if (filter.status !== "") search.status = filter.status;
  const from = dayToUtc(filter.from, "T00:00:00.000");
  const to = dayToUtc(filter.to, "T23:59:59.999");
  if (from !== null) search.from = from;
  if (to !== null) search.to = to;
  if (filter.q.trim() !== "") search.q = filter.q.trim();
  return search;
}
