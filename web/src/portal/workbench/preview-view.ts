// The views of a preview: summary and records.
import { html, nothing, type TemplateResult } from "lit";
import type { Preview } from "../../data/preview.ts";
import type { Problem } from "../../data/problem.ts";
import { badge } from "../ui/badge.ts";
import { inlineCode } from "../ui/inline-code.ts";
import { recordNumber, withRecordNumbers } from "./failure.ts";
import { formatCell, shortenDecimals } from "./highlights.ts";
import { summarize } from "./summary.ts";
import { workbenchText } from "./text.ts";

const MAX_ROWS = 100;

export function previewSummary(
  preview: Preview | null,
  problem: Problem | null,
  fields: readonly string[],
): TemplateResult {
  const result =
    problem === null
      ? resultView(preview, fields)
      : html`<p class="reason bad">${Object.values(problem.fields)[0] ?? problem.message}</p>`;
  return html`<div role="status" class="preview-summary">${result}
      ${(preview?.warnings ?? []).map((warning) => html`<p>${badge("warn", workbenchText().warning)} ${withRecordNumbers(warning.replace(/^config\./, ""))}</p>`)}
    </div>`;
}

function resultView(preview: Preview | null, fields: readonly string[]): TemplateResult {
  if (preview === null) return html`<p class="quiet">${workbenchText().chooseMessage}</p>`;
  const { tone, label, sentences, detail } = summarize(preview, fields);
  const [first, ...others] = sentences;
  return html`<p>${badge(tone, label)} ${inlineCode(first ?? "")}</p>
    ${others.map((sentence) => html`<p>${inlineCode(sentence)}</p>`)}
    ${detail === null ? nothing : html`<details><summary>${workbenchText().details}</summary><p>${inlineCode(detail)}</p></details>`}`;
}

export function recordTable(preview: Preview | null, fields: readonly string[]): TemplateResult {
  if (preview === null || preview.items.length === 0) return html`<p class="quiet">${workbenchText().noRecordsYet}</p>`;
  if (fields.length === 0) return html`<p class="quiet">${workbenchText().noFieldsYet}</p>`;
  const missed = new Set(preview.misses.map(({ record, field }) => `${record} ${field}`));
  const items = preview.items.slice(0, MAX_ROWS);
  const cell = (item: Preview["items"][number], record: number, field: string): TemplateResult => {
    const isMissed = missed.has(`${record} ${field}`);
    const value = formatCell(item[field]);
    const shown = typeof item[field] === "number" ? shortenDecimals(value) : value;
    return html`<td role="cell" data-label=${field} class="mono" title=${shown === value ? nothing : value}>
      ${isMissed ? html`<span class="reason bad">${workbenchText().notFound}</span>` : shown}
    </td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${workbenchText().tableOfRecords}>
        <table class="plain" role="table">
          <caption class="unseen">${workbenchText().recordsFound}</caption>
          <thead role="rowgroup">
            <tr role="row"><th role="columnheader" scope="col">${workbenchText().record}</th>${fields.map((field) => html`<th role="columnheader" scope="col">${field}</th>`)}</tr>
          </thead>
          <tbody role="rowgroup">
            ${items.map(
              (item, record) => html`<tr role="row">
                <th role="rowheader" scope="row" data-label=${workbenchText().record}>${recordNumber(record)}</th>
                ${fields.map((field) => cell(item, record, field))}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${preview.count > items.length ? html`<p class="quiet">${workbenchText().showingFirst(items.length, preview.count)}</p>` : nothing}`;
}
