// The form of the four thresholds. An invalid value shows an error and changes nothing.
import { html, nothing, type TemplateResult } from "lit";
import type { Parameters } from "../data/lightning.ts";
import { formatNumber } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { BOARD_TEXT } from "./text.ts";
import {
  type ChangedThresholds,
  parseThreshold,
  THRESHOLD_RULES,
  THRESHOLDS,
  type Threshold,
  type ThresholdErrorKind,
} from "./thresholds.ts";

export type ThresholdErrors = Partial<Record<Threshold, ThresholdErrorKind>>;

export interface ThresholdFormOptions {
  /** Of the city's default policy, with what is changed. */
  parameters: Parameters;
  changed: ChangedThresholds;
  hasPolicies: boolean;
  errors: ThresholdErrors;
  language: Language;
  change: (threshold: Threshold, value: number) => void;
  reject: (threshold: Threshold, error: ThresholdErrorKind) => void;
  reset: () => void;
}

export function thresholdForm(form: ThresholdFormOptions): TemplateResult {
  const isChanged = Object.keys(form.changed).length > 0;
  const hasErrors = Object.values(form.errors).some(Boolean);
  const text = BOARD_TEXT[form.language];
  const { radiusMiles, dangerMinutes, allClearMinutes, historyHours } = form.parameters;
  return html`<details class="thresholds" ?open=${isChanged || hasErrors}>
    <summary>
      <strong>${text.thresholds}</strong>
      <span>${text.summary(formatNumber(radiusMiles), formatNumber(dangerMinutes), formatNumber(allClearMinutes), formatNumber(historyHours))}</span>
    </summary>
    ${form.hasPolicies ? html`<p class="hint">${text.byPolicy}</p>` : nothing}
    <div class="fields">${THRESHOLDS.map((threshold) => field(threshold, form))}</div>
    ${
      isChanged
        ? html`<p class="changed">
          ${text.notCityValues}
          <button type="button" class="second" @click=${form.reset}>${text.resetToCityValues}</button>
        </p>`
        : nothing
    }
  </details>`;
}

function field(
  threshold: Threshold,
  { parameters, errors, language, change, reject }: ThresholdFormOptions,
): TemplateResult {
  const { key, max } = THRESHOLD_RULES[threshold];
  const text = BOARD_TEXT[language];
  const { label, unit } = text.threshold[threshold];
  const error = errors[threshold];
  const read = (event: Event): void => {
    const parsed = parseThreshold(threshold, (event.target as HTMLInputElement).value);
    if ("value" in parsed) change(threshold, parsed.value);
    else reject(threshold, parsed.error);
  };
  return html`<div class="field ${error === undefined ? "" : "wrong"}">
    <label for="threshold-${key}">${label} <span class="hint">(${unit})</span></label>
    <input
      id="threshold-${key}"
      type="number"
      inputmode="decimal"
      min="0"
      max=${max}
      step="any"
      .value=${String(parameters[threshold])}
      aria-invalid=${error === undefined ? "false" : "true"}
      aria-describedby=${error === undefined ? nothing : `threshold-${key}-error`}
      @change=${read}
    />
    ${error === undefined ? nothing : html`<p class="error" id="threshold-${key}-error">${text.error[error](unit, max)}</p>`}
  </div>`;
}
