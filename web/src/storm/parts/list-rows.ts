// The list of a large city, of which only some rows are loaded.
import { html, nothing, type TemplateResult } from "lit";
import type { Language } from "../../status-text/language.ts";
import type { FacilityRow } from "../summary.ts";
import { STORM_TEXT } from "../text.ts";
import { type Coverage, MAX_ROWS } from "./facility-reader.ts";

/** Added to the list with each request for more. */
const MORE_ROWS = 200;

/** The rows of the list: without those that are only on the map, or were chosen. */
export function listedRows(rows: readonly FacilityRow[], coverage: Coverage | null): readonly FacilityRow[] {
  return coverage === null ? rows : rows.filter(({ facility }) => coverage.listed.has(facility.facilityId));
}

/** Whether the rows of another search are loaded. */
export function isSearching(coverage: Coverage | null, search: string): boolean {
  return coverage !== null && coverage.wanted.search !== search;
}

/** How many rows to load, after a request for more. */
export function moreRows(rows: number): number {
  return Math.min(rows + MORE_ROWS, MAX_ROWS);
}

/** Below the list: a button for more of it, or where it ends. */
export function listEnd(
  coverage: Coverage | null,
  language: Language,
  showMore: () => void,
): TemplateResult | typeof nothing {
  if (coverage === null || coverage.listed.size >= coverage.matching) return nothing;
  const text = STORM_TEXT[language];
  if (coverage.listed.size >= MAX_ROWS)
    return html`<p class="none list-end">${text.listEnds(MAX_ROWS.toLocaleString(language))}</p>`;
  return html`<p class="none list-end"><button type="button" class="second" @click=${showMore}>${text.showMore}</button></p>`;
}
