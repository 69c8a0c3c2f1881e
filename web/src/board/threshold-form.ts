// The four numbers as fields. What cannot be used is said beside its field and changes nothing.
import { html, nothing, type TemplateResult } from "lit";
import type { Parameters } from "../data/lightning.ts";
import { plainNumber } from "../words/figures.ts";
import type { Language } from "../words/language.ts";
import { type Fault, RULES, readThreshold, THRESHOLDS, type Threshold, unusual } from "./thresholds.ts";
import { BOARD_WORDS } from "./words.ts";

export interface ThresholdForm {
  parameters: Parameters;
  faults: Partial<Record<Threshold, Fault>>;
  language: Language;
  change: (threshold: Threshold, value: number) => void;
  refuse: (threshold: Threshold, fault: Fault) => void;
  reset: () => void;
}

export function thresholdForm(form: ThresholdForm): TemplateResult {
  const changed = Object.keys(unusual(form.parameters)).length > 0;
  const words = BOARD_WORDS[form.language];
  const { radiusMiles, dangerMinutes, allClearMinutes, historyHours } = form.parameters;
  return html`<details class="thresholds" ?open=${changed || Object.values(form.faults).some(Boolean)}>
    <summary>
      <strong>${words.thresholds}</strong>
      <span>${words.inShort(plainNumber(radiusMiles), plainNumber(dangerMinutes), plainNumber(allClearMinutes), plainNumber(historyHours))}</span>
    </summary>
    <div class="fields">${THRESHOLDS.map((threshold) => field(threshold, form))}</div>
    ${
      changed
        ? html`<p class="changed">
          ${words.notTheCitys}
          <button type="button" class="second" @click=${form.reset}>${words.backToTheCitys}</button>
        </p>`
        : nothing
    }
  </details>`;
}

function field(threshold: Threshold, { parameters, faults, language, change, refuse }: ThresholdForm): TemplateResult {
  const { key, most } = RULES[threshold];
  const words = BOARD_WORDS[language];
  const { label, unit } = words.threshold[threshold];
  const fault = faults[threshold];
  const read = (event: Event): void => {
    const reading = readThreshold(threshold, (event.target as HTMLInputElement).value);
    if ("value" in reading) change(threshold, reading.value);
    else refuse(threshold, reading.fault);
  };
  return html`<div class="field ${fault === undefined ? "" : "wrong"}">
    <label for="threshold-${key}">${label} <span class="hint">(${unit})</span></label>
    <input
      id="threshold-${key}"
      type="number"
      inputmode="decimal"
      min="0"
      max=${most}
      step="any"
      .value=${String(parameters[threshold])}
      aria-invalid=${fault === undefined ? "false" : "true"}
      aria-describedby=${fault === undefined ? nothing : `threshold-${key}-error`}
      @change=${read}
    />
    ${fault === undefined ? nothing : html`<p class="error" id="threshold-${key}-error">${words.fault[fault](unit, most)}</p>`}
  </div>`;
}
