// The form of a report: facility, period and thresholds.
import { html, nothing, type TemplateResult } from "lit";
import type { City, FacilityThreat, Parameters } from "../data/lightning.ts";
import type { Language } from "../status-text/language.ts";
import { formatLocalInput, parseLocalTime } from "./local-time.ts";
import type { ReportAddress } from "./report-address.ts";
import { REPORT_TEXT } from "./report-text.ts";
import { BOARD_TEXT } from "./text.ts";
import {
  type ChangedThresholds,
  parseThreshold,
  THRESHOLD_RULES,
  type Threshold,
  type ThresholdErrorKind,
} from "./thresholds.ts";

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 8;
const MAX_DAYS = 31;

/** Without the history window: a report has its own period. */
const REPORT_THRESHOLDS: readonly Threshold[] = ["radiusMiles", "dangerMinutes", "allClearMinutes"];

export interface ReportChoices {
  city: City;
  facilities: FacilityThreat[];
  /** The thresholds of a facility. */
  rule: (facility: FacilityThreat) => Parameters;
  now: number;
}

export type ReportFormError = "invalidPeriod" | "periodTooLong" | { threshold: Threshold; error: ThresholdErrorKind };

export function parseReportForm(
  form: FormData,
  timeZone: string,
  language: Language | null,
): ReportAddress | { error: ReportFormError } {
  const [from, to] = [
    parseLocalTime(String(form.get("from")), timeZone),
    parseLocalTime(String(form.get("to")), timeZone),
  ];
  if (from === null || to === null || from >= to) return { error: "invalidPeriod" };
  if (to - from > MAX_DAYS * 24 * HOUR_MS) return { error: "periodTooLong" };
  const changed: ChangedThresholds = {};
  for (const threshold of REPORT_THRESHOLDS) {
    const text = String(form.get(threshold) ?? "");
    if (text.trim() === "") continue;
    const parsed = parseThreshold(threshold, text);
    if ("error" in parsed) return { error: { threshold, error: parsed.error } };
    changed[threshold] = parsed.value;
  }
  return { facility: Number(form.get("facility")), from, to, changed, language };
}

export function reportForm(
  { city, facilities, now }: ReportChoices,
  address: ReportAddress,
  error: ReportFormError | null,
  language: Language,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  const [text, board] = [REPORT_TEXT[language], BOARD_TEXT[language]];
  const [start, end] = [address.from ?? now - DEFAULT_HOURS * HOUR_MS, address.to ?? now];
  return html`<form class="sheet" novalidate @submit=${submit}>
    <div class="field">
      <label for="facility">${text.facility}</label>
      <select id="facility" name="facility">
        ${facilities.map((one) => html`<option value=${one.facilityId} ?selected=${one.facilityId === address.facility}>${one.name}</option>`)}
      </select>
    </div>
    <div class="pair">
      <div class="field"><label for="from">${text.from} <span class="hint">(${city.timezone})</span></label><input
        id="from"
        name="from"
        type="datetime-local"
        .value=${formatLocalInput(start, city.timezone)}
      /></div>
      <div class="field"><label for="to">${text.to}</label><input
        id="to"
        name="to"
        type="datetime-local"
        .value=${formatLocalInput(end, city.timezone)}
      /></div>
    </div>
    <div class="pair numbers">
      ${REPORT_THRESHOLDS.map(
        (one) => html`<div class="field">
          <label for=${one}>${board.threshold[one].label} <span class="hint">(${board.threshold[one].unit})</span></label>
          <input
            id=${one}
            name=${one}
            type="number"
            step="any"
            min="0"
            max=${THRESHOLD_RULES[one].max}
            placeholder=${text.ofPolicy}
            .value=${String(address.changed[one] ?? "")}
          />
        </div>`,
      )}
    </div>
    ${error === null ? nothing : html`<p class="error" role="alert">${errorText(error, language)}</p>`}
    <button type="submit">${text.show}</button>
  </form>`;
}

function errorText(error: ReportFormError, language: Language): string {
  if (typeof error === "string") return REPORT_TEXT[language][error];
  const text = BOARD_TEXT[language];
  const { label, unit } = text.threshold[error.threshold];
  return `${label}: ${text.error[error.error](unit, THRESHOLD_RULES[error.threshold].max)}`;
}
