// The views of the message text: highlighted pieces and their legend.
import { html, nothing, type TemplateResult } from "lit";
import type { Preview } from "../../data/preview.ts";
import { recordNumber } from "./failure.ts";
import { fieldColors, splitByHighlights, type TextPiece } from "./highlights.ts";

/** Nothing but the text: the positions of a selection are counted in it. */
export function textPieces(text: string, preview: Preview, fields: readonly string[]): TemplateResult[] {
  const colors = fieldColors(fields);
  return splitByHighlights(text, preview).map((piece) => pieceElement(piece, colors));
}

function pieceElement({ text, field, record, isUnread }: TextPiece, colors: Map<string, number>): TemplateResult {
  const unread = isUnread ? " unread" : "";
  if (field !== null) {
    const title = `${field}, record ${record === null ? "" : recordNumber(record)}${isUnread ? ", unread" : ""}`;
    return html`<mark class="field-${colors.get(field) ?? 0}${unread}" title=${title}>${text}</mark>`;
  }
  if (isUnread) return html`<mark class="unread" title="Unread">${text}</mark>`;
  if (record === null) return html`<span class="outside">${text}</span>`;
  return html`<span class=${record % 2 === 0 ? "scope even" : "scope odd"}>${text}</span>`;
}

export function legend(text: string, preview: Preview, fields: readonly string[]): TemplateResult {
  const hasOutside = splitByHighlights(text, { spans: [], scopes: preview.scopes, unread: [] }).some(
    (piece) => piece.record === null && piece.text.trim() !== "",
  );
  return html`<ul class="legend" aria-label="Legend">
    ${[...fieldColors(fields)].map(([field, color]) => html`<li><mark class="field-${color}">${field}</mark></li>`)}
    ${preview.count === 0 ? nothing : html`<li><span class="scope even">Record</span> <span class="scope odd">next record</span></li>`}
    ${hasOutside ? html`<li><span class="outside">Outside records</span></li>` : nothing}
    ${
      preview.unread.some(({ kind }) => kind === "start")
        ? html`<li><mark class="unread">Unread</mark>: a record starts here but is part of another record</li>`
        : nothing
    }
    ${
      preview.unread.some(({ kind }) => kind === "possibleStrike")
        ? html`<li><mark class="unread">Unread</mark>: this text looks like a strike that no record reads</li>`
        : nothing
    }
    ${
      preview.unread.some(({ kind }) => kind === "headOfNext")
        ? html`<li><mark class="unread">Unread</mark>: this line belongs to the next record</li>`
        : nothing
    }
  </ul>`;
}
