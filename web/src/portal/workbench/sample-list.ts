import { html, nothing, type TemplateResult } from "lit";
import type { Sample, SampleResult } from "../../data/preview.ts";
import { badge } from "../ui/badge.ts";
import { withRecordNumbers } from "./failure.ts";
import { shortenDecimals } from "./highlights.ts";

/** What users may do with a sample who may change it. */
export interface SampleChanges {
  remove: (sample: Sample) => void;
  /** Stores the records of now as the expected ones. */
  update: (sample: Sample) => void;
  updateLabel: string;
}

export function sampleList(
  samples: readonly Sample[],
  results: readonly SampleResult[],
  changes: SampleChanges | null,
): TemplateResult | typeof nothing {
  if (samples.length === 0) return nothing;
  return html`<h3>Samples</h3>
      <ul class="result-list">
        ${samples.map((sample) => {
          const result = results.find(({ id }) => id === sample.id);
          const difference = withRecordNumbers(result?.difference ?? "");
          return html`<li>
            ${sampleBadge(result)} ${unreadBadge(result)}
            <span title=${difference === "" ? nothing : difference}><strong>${sample.name}</strong> ${shortenDecimals(difference)}</span>
            ${changes === null ? nothing : changeButtons(sample, result, changes)}
          </li>`;
        })}
      </ul>`;
}

export function isDifferent({ difference }: SampleResult): boolean {
  return difference !== null && difference !== undefined;
}

function sampleBadge(result: SampleResult | undefined): TemplateResult {
  if (result === undefined) return badge("idle", "Not checked");
  return isDifferent(result) ? badge("bad", "Differs") : badge("good", "Same records");
}

function unreadBadge(result: SampleResult | undefined): TemplateResult | typeof nothing {
  const unread = result?.unread.length ?? 0;
  return unread === 0 ? nothing : badge("bad", `${unread.toLocaleString("en-US")} unread`);
}

function changeButtons(
  sample: Sample,
  result: SampleResult | undefined,
  { remove, update, updateLabel }: SampleChanges,
): TemplateResult {
  const ofSample = html`<span class="unseen"> of ${sample.name}</span>`;
  const updateButton = html`<button type="button" class="second small" @click=${() => update(sample)}>${updateLabel}${ofSample}</button>`;
  return html`${result !== undefined && isDifferent(result) ? updateButton : nothing}
    <button
      type="button"
      class="danger plain small"
      @click=${() => remove(sample)}
    >Remove<span class="unseen"> ${sample.name}</span></button>`;
}
