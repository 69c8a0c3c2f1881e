// The views of a preview: summary, highlighted text, records and samples.
import { html, nothing, type TemplateResult } from "lit";
import type { Preview, Sample, SampleResult } from "../../data/preview.ts";
import type { Problem } from "../../data/problem.ts";
import { badge } from "../ui/badge.ts";
import { fieldColors, formatCell, splitByHighlights, type TextPiece } from "./highlights.ts";

const MAX_ROWS = 100;

export function previewSummary(preview: Preview | null, problem: Problem | null): TemplateResult {
  const result =
    problem === null
      ? html`<p>${resultText(preview)}</p>`
      : html`<p class="reason bad">${Object.values(problem.fields)[0] ?? problem.message}</p>`;
  return html`<div role="status" class="preview-summary">${result}
      ${(preview?.warnings ?? []).map((warning) => html`<p>${badge("busy", "Warning")} ${warning.replace(/^config\./, "")}</p>`)}
    </div>`;
}

function resultText(preview: Preview | null): TemplateResult {
  if (preview === null) return html`<span class="quiet">Choose or paste a message.</span>`;
  if (preview.error) return html`${badge("bad", "Would fail")} ${preview.error}`;
  const { count, misses } = preview;
  const missing = misses.length === 0 ? "" : ` ${misses.length} ${misses.length === 1 ? "field" : "fields"} not found.`;
  return html`${badge(count === 0 ? "idle" : "good", recordCountText(count))}${missing}`;
}

export function recordCountText(count: number): string {
  if (count === 0) return "No records found";
  return count === 1 ? "1 record found" : `${count.toLocaleString("en-US")} records found`;
}

export function highlightedText(text: string, { spans, scopes }: Preview, fields: readonly string[]): TemplateResult {
  const colors = fieldColors(fields);
  return html`<div
      class="highlighted-text"
      tabindex="0"
      role="region"
      aria-label="Message text with matches highlighted"
    >${splitByHighlights(text, spans, scopes).map((piece) => pieceElement(piece, colors))}</div>
      <ul class="legend" aria-label="Fields">
        ${[...colors].map(([field, color]) => html`<li><mark class="field-${color}">${field}</mark></li>`)}
      </ul>`;
}

function pieceElement({ text, field, record }: TextPiece, colors: Map<string, number>): TemplateResult {
  if (field !== null)
    return html`<mark class="field-${colors.get(field) ?? 0}" title="${field}, record ${record ?? ""}">${text}</mark>`;
  return record === null
    ? html`${text}`
    : html`<span class=${record % 2 === 0 ? "scope even" : "scope odd"}>${text}</span>`;
}

export function recordTable(preview: Preview | null, fields: readonly string[]): TemplateResult {
  if (preview === null || preview.items.length === 0) return html`<p class="quiet">No records yet.</p>`;
  const missed = new Set(preview.misses.map(({ record, field }) => `${record} ${field}`));
  const items = preview.items.slice(0, MAX_ROWS);
  const cell = (item: Preview["items"][number], record: number, field: string): TemplateResult => {
    const value = missed.has(`${record} ${field}`)
      ? html`<span class="reason bad">not found</span>`
      : formatCell(item[field]);
    return html`<td role="cell" data-label=${field} class="mono">${value}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of records">
        <table class="plain" role="table">
          <caption class="unseen">Records found</caption>
          <thead role="rowgroup">
            <tr role="row"><th role="columnheader" scope="col">Record</th>${fields.map((field) => html`<th role="columnheader" scope="col">${field}</th>`)}</tr>
          </thead>
          <tbody role="rowgroup">
            ${items.map(
              (item, record) => html`<tr role="row">
                <th role="rowheader" scope="row" data-label="Record">${record}</th>
                ${fields.map((field) => cell(item, record, field))}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${preview.count > items.length ? html`<p class="quiet">Showing the first ${items.length} of ${preview.count} records.</p>` : nothing}`;
}

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
            ${sampleBadge(result)} <span><strong>${sample.name}</strong> ${result?.difference ?? ""}</span>
            ${remove === null ? nothing : removeButton(sample, remove)}
          </li>`;
        })}
      </ul>`;
}

function sampleBadge(result: SampleResult | undefined): TemplateResult {
  if (result === undefined) return badge("idle", "Not checked");
  const isSame = result.difference === null || result.difference === undefined;
  return isSame ? badge("good", "Same records") : badge("bad", "Differs");
}

function removeButton(sample: Sample, remove: (sample: Sample) => void): TemplateResult {
  return html`<button
      type="button"
      class="danger plain small"
      @click=${() => remove(sample)}
    >Remove<span class="unseen"> ${sample.name}</span></button>`;
}
