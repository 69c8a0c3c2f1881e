// The visitor's own facility on the page of the city: its status is the large one.
import { html, nothing, type TemplateResult } from "lit";
import { statusIcon } from "../map/legend.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { type TextContext, waitText, warningText } from "./facility-text.ts";
import type { FacilityRow } from "./summary.ts";
import { STORM_TEXT } from "./text.ts";

export interface OwnFacilityOptions {
  context: TextContext;
  feedHealthy: boolean | null;
  href: string;
  open: (event: MouseEvent) => void;
  forget: () => void;
}

/** Where the status of the visitor's facility will be. */
export function loadingBand(language: Language): TemplateResult {
  return html`<section class="detail own" data-status="Unknown" aria-busy="true">
    <p class="status-word">${STATUS_TEXT[language].loading}</p>
  </section>`;
}

export function ownFacility(row: FacilityRow, options: OwnFacilityOptions): TemplateResult {
  const { context, feedHealthy, href, open, forget } = options;
  const { facility, status } = row;
  const [text, storm] = [STATUS_TEXT[context.language], STORM_TEXT[context.language]];
  const [wait, warning] = [waitText(row, context), warningText(row, feedHealthy, context)];
  return html`<section class="detail own" data-status=${status} aria-label=${facility.name}>
    <div class="headline">
      ${statusIcon(status, 52)}
      <div>
        <p class="status-word">${text.status[status]}</p>
        <h2><a href=${href} @click=${open}>${facility.name}</a></h2>
      </div>
    </div>
    <p class="advice">${text.advice[status]}</p>
    ${wait === null ? nothing : html`<p class="wait">${wait}</p>`}
    ${warning === null ? nothing : html`<p class="warning">${warning}</p>`}
    <p class="actions"><button type="button" @click=${forget}>${storm.forget}</button></p>
  </section>`;
}
