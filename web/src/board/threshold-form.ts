// The four numbers as fields. What cannot be used is said beside its field and changes nothing.
import { type TemplateResult, html, nothing } from "lit";
import type { Parameters } from "../data/lightning.ts";
import { plainNumber } from "../words/figures.ts";
import { RULES, THRESHOLDS, type Threshold, readThreshold, unusual } from "./thresholds.ts";

export interface ThresholdForm {
  parameters: Parameters;
  errors: Partial<Record<Threshold, string>>;
  change: (threshold: Threshold, value: number) => void;
  refuse: (threshold: Threshold, error: string) => void;
  reset: () => void;
}

export function thresholdForm(form: ThresholdForm): TemplateResult {
  const changed = Object.keys(unusual(form.parameters)).length > 0;
  const { radiusMiles, dangerMinutes, allClearMinutes, historyHours } = form.parameters;
  return html`<details class="thresholds" ?open=${changed || Object.values(form.errors).some(Boolean)}>
    <summary>
      <strong>Thresholds</strong>
      <span>${plainNumber(radiusMiles)} miles, danger ${plainNumber(dangerMinutes)} min, all clear ${plainNumber(allClearMinutes)} min, history ${plainNumber(historyHours)} h</span>
    </summary>
    <div class="fields">${THRESHOLDS.map((threshold) => field(threshold, form))}</div>
    ${changed
      ? html`<p class="changed">
          These are not the city’s values: the public view may say otherwise.
          <button type="button" class="second" @click=${form.reset}>Back to the city’s values</button>
        </p>`
      : nothing}
  </details>`;
}

function field(threshold: Threshold, { parameters, errors, change, refuse }: ThresholdForm): TemplateResult {
  const { key, label, unit, most } = RULES[threshold];
  const error = errors[threshold];
  const read = (event: Event): void => {
    const reading = readThreshold(threshold, (event.target as HTMLInputElement).value);
    if ("value" in reading) change(threshold, reading.value);
    else refuse(threshold, reading.error);
  };
  return html`<div class="field ${error === undefined ? "" : "wrong"}">
    <label for="threshold-${key}">${label} <span class="hint">(${unit})</span></label>
    <input
      id="threshold-${key}"
      type="number"
      inputmode="decimal"
      min="0"
      max=${most}
      step="any"
      .value=${String(parameters[threshold])}
      aria-invalid=${error === undefined ? "false" : "true"}
      aria-describedby=${error === undefined ? nothing : `threshold-${key}-error`}
      @change=${read}
    />
    ${error === undefined ? nothing : html`<p class="error" id="threshold-${key}-error">${error}</p>`}
  </div>`;
}
