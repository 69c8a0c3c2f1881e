// Which facility, which time and which numbers a report is about, as typed. What cannot be used is named, not guessed.
import { html, nothing, type TemplateResult } from "lit";
import type { City, FacilityThreat } from "../data/lightning.ts";
import type { Language } from "../words/language.ts";
import { readLocal, writeLocal } from "./local-time.ts";
import type { ReportAddress } from "./report-address.ts";
import { REPORT_WORDS } from "./report-words.ts";
import { type Fault, RULES, readThreshold, type Threshold, USUAL } from "./thresholds.ts";
import { BOARD_WORDS } from "./words.ts";

const HOUR_MS = 3_600_000;
const USUAL_HOURS = 8;
const MOST_DAYS = 31;

/** The history is what a dashboard shows of the past; a report has its own. */
const NUMBERS: readonly Threshold[] = ["radiusMiles", "dangerMinutes", "allClearMinutes"];

export interface Choices {
  city: City;
  facilities: FacilityThreat[];
  now: number;
}

export type ReportFault = "twoTimes" | "tooLong" | { threshold: Threshold; fault: Fault };

/** The address of what was typed, or why there is none. */
export function readForm(
  form: FormData,
  timeZone: string,
  language: Language | null,
): ReportAddress | { fault: ReportFault } {
  const [from, to] = [readLocal(String(form.get("from")), timeZone), readLocal(String(form.get("to")), timeZone)];
  if (from === null || to === null || from >= to) return { fault: "twoTimes" };
  if (to - from > MOST_DAYS * 24 * HOUR_MS) return { fault: "tooLong" };
  const parameters = { ...USUAL };
  for (const threshold of NUMBERS) {
    const reading = readThreshold(threshold, String(form.get(threshold)));
    if ("fault" in reading) return { fault: { threshold, fault: reading.fault } };
    parameters[threshold] = reading.value;
  }
  return { facility: Number(form.get("facility")), from, to, parameters, language };
}

export function reportForm(
  { city, facilities, now }: Choices,
  address: ReportAddress,
  fault: ReportFault | null,
  language: Language,
  submit: (event: SubmitEvent) => void,
): TemplateResult {
  const [words, board] = [REPORT_WORDS[language], BOARD_WORDS[language]];
  const [start, end] = [address.from ?? now - USUAL_HOURS * HOUR_MS, address.to ?? now];
  return html`<form class="sheet" novalidate @submit=${submit}>
    <div class="field">
      <label for="facility">${words.facility}</label>
      <select id="facility" name="facility">
        ${facilities.map((one) => html`<option value=${one.facilityId} ?selected=${one.facilityId === address.facility}>${one.name}</option>`)}
      </select>
    </div>
    <div class="pair">
      <div class="field"><label for="from">${words.from} <span class="hint">(${city.timezone})</span></label><input id="from" name="from" type="datetime-local" .value=${writeLocal(start, city.timezone)} /></div>
      <div class="field"><label for="to">${words.to}</label><input id="to" name="to" type="datetime-local" .value=${writeLocal(end, city.timezone)} /></div>
    </div>
    <div class="pair numbers">
      ${NUMBERS.map(
        (one) => html`<div class="field">
          <label for=${one}>${board.threshold[one].label} <span class="hint">(${board.threshold[one].unit})</span></label>
          <input id=${one} name=${one} type="number" step="any" min="0" max=${RULES[one].most} .value=${String(address.parameters[one])} />
        </div>`,
      )}
    </div>
    ${fault === null ? nothing : html`<p class="error" role="alert">${faultWords(fault, language)}</p>`}
    <button type="submit">${words.show}</button>
  </form>`;
}

function faultWords(fault: ReportFault, language: Language): string {
  if (typeof fault === "string") return REPORT_WORDS[language][fault];
  const words = BOARD_WORDS[language];
  const { label, unit } = words.threshold[fault.threshold];
  return `${label}: ${words.fault[fault.fault](unit, RULES[fault.threshold].most)}`;
}
