import { html, nothing, type TemplateResult } from "lit";
import type { Sample, SampleResult } from "../../data/preview.ts";
import { badge } from "../ui/badge.ts";

/** `remove` is null for users who may not. */
export function sampleList(
  samples: readonly Sample[],
  results: readonly SampleResult[],
  remove: ((sample: Sample) => void) | null,
): TemplateResult | typeof nothing {
  if (samples.length === 0) return nothing;
  return html`<h3>Samples</h3>
      <ul class="result-list">
        ${samples.map((sample) => {
          const result = results.find(({ id }) => id === sample.id);
          return html`<li>
            ${sampleBadge(result)} ${unreadBadge(result)} <span><strong>${sample.name}</strong> ${result?.difference ?? ""}</span>
            ${remove === null ? nothing : removeButton(sample, remove)}
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

function removeButton(sample: Sample, remove: (sample: Sample) => void): TemplateResult {
  return html`<button
      type="button"
      class="danger plain small"
      @click=${() => remove(sample)}
    >Remove<span class="unseen"> ${sample.name}</span></button>`;
}
