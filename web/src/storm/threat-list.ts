// The facilities in the service's order: highest threat first.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { STATUS_TEXT } from "../status-text/text.ts";
import { closestStrikeText, lastStrikeText, type TextContext, waitText } from "./facility-text.ts";
import { statusPill } from "./status-pill.ts";
import type { FacilityRow } from "./summary.ts";

export interface ThreatListOptions {
  context: TextContext;
  /** The id of a facility. */
  selected: number | null;
  linkTo: (id: number) => string;
  select: (id: number) => void;
}

export function threatList(rows: readonly FacilityRow[], options: ThreatListOptions): TemplateResult {
  return html`<ol class="threats">
    ${repeat(
      rows,
      ({ facility }) => facility.facilityId,
      (row) => item(row, options),
    )}
  </ol>`;
}

function item(row: FacilityRow, { context, selected, linkTo, select }: ThreatListOptions): TemplateResult {
  const { facility, status } = row;
  const isSelected = facility.facilityId === selected;
  // The browser opens new tabs and windows itself.
  const selectOnClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    select(facility.facilityId);
  };
  return html`<li data-status=${status} class=${isSelected ? "selected" : ""}>
    <a href=${linkTo(facility.facilityId)} aria-current=${isSelected ? "true" : nothing} @click=${selectOnClick}>
      <span class="name">${facility.name}</span>
      ${statusPill(status, context.language, context.isReplay)} ${facts(row, context)}
    </a>
  </li>`;
}

function facts(row: FacilityRow, context: TextContext): TemplateResult {
  const text = STATUS_TEXT[context.language];
  if (row.facility.proximity === null) return html`<span class="fact">${text.noLocation}</span>`;
  const wait = waitText(row, context);
  return html`${wait === null ? nothing : html`<span class="wait">${wait}</span>`}
    <span class="fact">${text.lastStrike}: ${lastStrikeText(row.facility, context)}</span>
    <span class="fact">${text.closest}: ${closestStrikeText(row.facility, context)}</span>`;
}
