// The views of the message text: highlighted pieces and their legend.
import { html, nothing, type TemplateResult } from "lit";
import type { Preview } from "../../data/preview.ts";
import { recordNumber } from "./failure.ts";
import { fieldColors, splitByHighlights, type TextPiece } from "./highlights.ts";
import { workbenchText } from "./text.ts";

/** Nothing but the text: the positions of a selection are counted in it. */
export function textPieces(text: string, preview: Preview, fields: readonly string[]): TemplateResult[] {
  const colors = fieldColors(fields);
  return splitByHighlights(text, preview).map((piece) => pieceElement(piece, colors));
}

function pieceElement({ text, field, record, isUnread }: TextPiece, colors: Map<string, number>): TemplateResult {
  const unread = isUnread ? " unread" : "";
  if (field !== null) {
    const inRecord = record === null ? [] : [workbenchText().recordNumber(recordNumber(record))];
    const title = [field, ...inRecord, ...(isUnread ? [workbenchText().isUnread] : [])].join(", ");
    return html`<mark class="field-${colors.get(field) ?? 0}${unread}" title=${title}>${text}</mark>`;
  }
  if (isUnread) return html`<mark class="unread" title=${workbenchText().unread}>${text}</mark>`;
  if (record === null) return html`<span class="outside">${text}</span>`;
  return html`<span class=${record % 2 === 0 ? "scope even" : "scope odd"}>${text}</span>`;
}

export function legend(text: string, preview: Preview, fields: readonly string[]): TemplateResult {
  const hasOutside = splitByHighlights(text, { spans: [], scopes: preview.scopes, unread: [] }).some(
    (piece) => piece.record === null && piece.text.trim() !== "",
  );
  const words = workbenchText();
  return html`<ul class="legend" aria-label=${words.legend}>
    ${[...fieldColors(fields)].map(([field, color]) => html`<li><mark class="field-${color}">${field}</mark></li>`)}
    ${preview.count === 0 ? nothing : html`<li><span class="scope even">${words.record}</span> <span class="scope odd">${words.nextRecord}</span></li>`}
    ${hasOutside ? html`<li><span class="outside">${words.outsideRecords}</span></li>` : nothing}
    ${
      preview.unread.some(({ kind }) => kind === "start")
        ? html`<li><mark class="unread">${words.unread}</mark>: ${words.unreadStart}</li>`
        : nothing
    }
    ${
      preview.unread.some(({ kind }) => kind === "possibleStrike")
        ? html`<li><mark class="unread">${words.unread}</mark>: ${words.unreadStrike}</li>`
        : nothing
    }
    ${
      preview.unread.some(({ kind }) => kind === "headOfNext")
        ? html`<li><mark class="unread">${words.unread}</mark>: ${words.unreadHead}</li>`
        : nothing
    }
  </ul>`;
}
