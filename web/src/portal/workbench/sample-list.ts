import { html, nothing, type TemplateResult } from "lit";
import type { Sample, SampleResult } from "../../data/preview.ts";
import { badge } from "../ui/badge.ts";
import { commonText } from "../ui/text.ts";
import { withRecordNumbers } from "./failure.ts";
import { shortenDecimals } from "./highlights.ts";
import { workbenchText } from "./text.ts";

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
  return html`<h3>${workbenchText().samples}</h3>
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
  if (result === undefined) return badge("idle", workbenchText().notChecked);
  return isDifferent(result) ? badge("bad", workbenchText().differs) : badge("good", workbenchText().sameRecords);
}

function unreadBadge(result: SampleResult | undefined): TemplateResult | typeof nothing {
  const unread = result?.unread.length ?? 0;
  return unread === 0 ? nothing : badge("bad", workbenchText().unreadCount(unread));
}

function changeButtons(
  sample: Sample,
  result: SampleResult | undefined,
  { remove, update, updateLabel }: SampleChanges,
): TemplateResult {
  const ofSample = html`<span class="unseen"> ${workbenchText().ofSample(sample.name)}</span>`;
  const updateButton = html`<button type="button" class="second small" @click=${() => update(sample)}>${updateLabel}${ofSample}</button>`;
  return html`${result !== undefined && isDifferent(result) ? updateButton : nothing}
    <button
      type="button"
      class="danger plain small"
      @click=${() => remove(sample)}
    >${commonText().remove}<span class="unseen"> ${sample.name}</span></button>`;
}
