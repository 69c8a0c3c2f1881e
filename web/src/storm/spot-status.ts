// The status at the visitor's position.
import { html, nothing, type TemplateResult } from "lit";
import { STATUS_TEXT } from "../status-text/text.ts";
import { shortWaitText, type TextContext, warningText } from "./facility-text.ts";
import { statusPill } from "./status-pill.ts";
import { strikeSummary } from "./strike-facts.ts";
import type { FacilityRow } from "./summary.ts";

export function spotStatus(row: FacilityRow, context: TextContext, feedHealthy: boolean | null): TemplateResult {
  const { facility, status } = row;
  const texts = [shortWaitText(row, context), strikeSummary(row, context), warningText(row, feedHealthy, context)];
  return html`<section class="spot" data-status=${status} role="status">
    <p><strong>${facility.name}</strong> ${statusPill(status, context.language)}</p>
    <p>${STATUS_TEXT[context.language].advice[status]}</p>
    ${texts.map((text) => (text === null ? nothing : html`<p>${text}</p>`))}
  </section>`;
}
