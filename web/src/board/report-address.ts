// What the address of a report says. Pure.
import type { Parameters } from "../data/lightning.ts";
import type { Language } from "../words/language.ts";
import { facilityIn, languageIn, stamp, time } from "./address.ts";
import { thresholdsIn, writeThresholds } from "./thresholds.ts";

const REPORT = "/portal/storm/report";

export interface ReportAddress {
  facility: number | null;
  from: number | null;
  to: number | null;
  parameters: Parameters;
  /** Null: as it was chosen before, or as the browser wishes. */
  language: Language | null;
}

export function writeReport({ facility, from, to, parameters, language }: ReportAddress): string {
  const query = new URLSearchParams();
  if (facility !== null) query.set("facility", String(facility));
  if (from !== null) query.set("from", stamp(from));
  if (to !== null) query.set("to", stamp(to));
  writeThresholds(parameters, query);
  if (language !== null) query.set("lang", language);
  const text = query.toString();
  return text === "" ? REPORT : `${REPORT}?${text}`;
}

export function readReport(query: string): ReportAddress {
  const given = new URLSearchParams(query);
  return {
    facility: facilityIn(given),
    from: time(given.get("from")),
    to: time(given.get("to")),
    parameters: thresholdsIn(given),
    language: languageIn(given),
  };
}
