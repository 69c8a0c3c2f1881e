// The URL of a report. Pure.
import type { Language } from "../status-text/language.ts";
import { facilityFromQuery, formatUtc, languageFromQuery, parseTime } from "./address.ts";
import { type ChangedThresholds, thresholdsFromQuery, writeThresholds } from "./thresholds.ts";

const REPORT_PATH = "/portal/storm/report";

export interface ReportAddress {
  /** The id of a facility. */
  facility: number | null;
  from: number | null;
  to: number | null;
  changed: ChangedThresholds;
  /** Null: the saved one, or the browser's. */
  language: Language | null;
}

export function writeReportAddress({ facility, from, to, changed, language }: ReportAddress): string {
  const query = new URLSearchParams();
  if (facility !== null) query.set("facility", String(facility));
  if (from !== null) query.set("from", formatUtc(from));
  if (to !== null) query.set("to", formatUtc(to));
  writeThresholds(changed, query);
  if (language !== null) query.set("lang", language);
  const text = query.toString();
  return text === "" ? REPORT_PATH : `${REPORT_PATH}?${text}`;
}

export function readReportAddress(search: string): ReportAddress {
  const query = new URLSearchParams(search);
  return {
    facility: facilityFromQuery(query),
    from: parseTime(query.get("from")),
    to: parseTime(query.get("to")),
    changed: thresholdsFromQuery(query),
    language: languageFromQuery(query),
  };
}
