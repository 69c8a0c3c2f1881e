// The facilities in the service's order: highest threat first.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { ref } from "lit/directives/ref.js";
import { repeat } from "lit/directives/repeat.js";
import { STATUS_TEXT } from "../status-text/text.ts";
import { shortWaitText, type TextContext } from "./facility-text.ts";
import type { OffscreenRows } from "./offscreen-rows.ts";
import { statusPill } from "./status-pill.ts";
import { strikeSummary } from "./strike-facts.ts";
import type { FacilityRow } from "./summary.ts";

export interface ThreatListOptions {
  context: TextContext;
  /** The id of a facility. */
  selected: number | null;
  linkTo: (id: number) => string;
  select: (id: number) => void;
  /** How far the visitor is from a facility; null if that is not known. */
  distanceText: (row: FacilityRow) => string | null;
  /** What links and distances depend on. */
  dependencies: readonly unknown[];
  offscreen: OffscreenRows;
}

export function threatList(rows: readonly FacilityRow[], options: ThreatListOptions): TemplateResult {
  return html`<ol class="threats">
    ${repeat(
      rows,
      ({ facility }) => facility.facilityId,
      (row) => guard(itemDependencies(row, options), () => item(row, options)),
    )}
  </ol>`;
}

/** What the text of a row depends on. Only a row that can be seen follows the time. */
function itemDependencies(row: FacilityRow, options: ThreatListOptions): unknown[] {
  const { context, selected, dependencies, offscreen } = options;
  const id = row.facility.facilityId;
  const second = offscreen.has(id) ? null : Math.floor(context.now / 1_000);
  return [row, context.language, context.timeZone, id === selected, second, ...dependencies];
}

function item(row: FacilityRow, options: ThreatListOptions): TemplateResult {
  const { context, selected, linkTo, select } = options;
  const { facility, status } = row;
  const distance = options.distanceText(row);
  const isSelected = facility.facilityId === selected;
  // The browser opens new tabs and windows itself.
  const selectOnClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    select(facility.facilityId);
  };
  return html`<li data-id=${facility.facilityId} data-status=${status} class=${isSelected ? "selected" : ""} ${ref(options.offscreen.observe)}>
    <a href=${linkTo(facility.facilityId)} aria-current=${isSelected ? "true" : nothing} @click=${selectOnClick}>
      <span class="name">${facility.name}</span>
      ${statusPill(status, context.language, context.isReplay)} ${facts(row, context)}
      ${distance === null ? nothing : html`<span class="fact">${distance}</span>`}
    </a>
  </li>`;
}

function facts(row: FacilityRow, context: TextContext): TemplateResult {
  const text = STATUS_TEXT[context.language];
  if (row.facility.proximity === null) return html`<span class="fact">${text.noLocation}</span>`;
  const [wait, summary] = [shortWaitText(row, context), strikeSummary(row, context)];
  return html`${wait === null ? nothing : html`<span class="wait">${wait}</span>`}
    ${summary === null ? nothing : html`<span class="fact">${summary}</span>`}`;
}
