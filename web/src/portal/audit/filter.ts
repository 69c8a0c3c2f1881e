// The filter of the audit trail, and its URL parameters. Pure.
import type { AuditSearch } from "../../data/audit.ts";
import { dayToUtc } from "../time.ts";
import { auditText } from "./text.ts";

export interface AuditFilter {
  q: string;
  user: string;
  action: string;
  /** Local days `yyyy-mm-dd`. */
  from: string;
  to: string;
}

const NAMES = ["q", "user", "action", "from", "to"] as const;

/** Actions that people look for, with their labels. */
export function actionOptions(): [action: string, label: string][] {
  return Object.entries(auditText().actions);
}

export function parseFilter(search: string): AuditFilter {
  const query = new URLSearchParams(search);
  const [q = "", user = "", action = "", from = "", to = ""] = NAMES.map((name) => query.get(name) ?? "");
  const isKnown = actionOptions().some(([known]) => known === action);
  return { q, user, action: isKnown ? action : "", from, to };
}

export function writeFilter(filter: AuditFilter): string {
  const query = new URLSearchParams(
    NAMES.map((name) => [name, filter[name]] as [string, string]).filter(([, value]) => value !== ""),
  ).toString();
  return query === "" ? "" : `?${query}`;
}

/** Local days become UTC times. */
export function toSearch(filter: AuditFilter): AuditSearch {
  const search: AuditSearch = {};
  for (const name of ["q", "user", "action"] as const) {
    if (filter[name].trim() !== "") search[name] = filter[name].trim();
  }
  const from = dayToUtc(filter.from, "T00:00:00.000");
  const to = dayToUtc(filter.to, "T23:59:59.999");
  if (from !== null) search.from = from;
  if (to !== null) search.to = to;
  return search;
}

export function exportPath(filter: AuditFilter, format: "csv" | "jsonl"): string {
  return `/audit/export?${new URLSearchParams({ format, ...toSearch(filter) })}`;
}
