// The counts of the dashboard, which filter its table, and the search.
import { html, nothing, type TemplateResult } from "lit";
import { statusIcon } from "../../map/legend.ts";
import { DISPLAY_STATUSES, type DisplayStatus } from "../../status/status.ts";
import type { Language } from "../../status-text/language.ts";
import { STATUS_TEXT } from "../../status-text/text.ts";
import type { StatusCount } from "../../storm/parts/part-summary.ts";
import { countLabel } from "./loaded-rows.ts";
import { TABLE_TEXT } from "./text.ts";

export interface FilterBarOptions {
  language: Language;
  counts: Record<DisplayStatus, StatusCount>;
  /** Those that are shown; all if empty. */
  statuses: readonly DisplayStatus[];
  mine: { count: number; isOn: boolean };
  search: string;
  /** “5 of 21 facilities” */
  countText: string;
  /** Which facilities are loaded; null if all are. */
  note: string | null;
  toggleStatus: (status: DisplayStatus) => void;
  toggleMine: () => void;
  setSearch: (search: string) => void;
}

export function filterBar(bar: FilterBarOptions): TemplateResult {
  const text = TABLE_TEXT[bar.language];
  return html`<div class="table-filters">
    <div class="counts" role="group" aria-label=${text.filter}>
      ${DISPLAY_STATUSES.map((status) => countButton(status, bar))}
      <button
        type="button"
        class="count-button mine"
        title=${text.mineHelp}
        aria-pressed=${bar.mine.isOn ? "true" : "false"}
        ?disabled=${bar.mine.count === 0}
        @click=${bar.toggleMine}
      >${text.mine(bar.mine.count)}</button>
    </div>
    <div class="search">
      <label class="unseen" for="search">${text.search}</label>
      <input
        id="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder=${text.searchHint}
        .value=${bar.search}
        @input=${(event: InputEvent) => bar.setSearch((event.target as HTMLInputElement).value)}
      />
      <p class="unseen" role="status">${bar.countText}</p>
    </div>
    ${bar.note === null ? nothing : html`<p class="loaded">${bar.note}</p>`}
  </div>`;
}

/** “8 Active” */
function countButton(
  status: DisplayStatus,
  { language, counts, statuses, toggleStatus }: FilterBarOptions,
): TemplateResult | typeof nothing {
  const text = TABLE_TEXT[language];
  const isPressed = statuses.includes(status);
  // Unknown is rare; a zero would only take space.
  if (status === "Unknown" && counts.Unknown.count === 0 && !isPressed) return nothing;
  return html`<button
    type="button"
    class="count-button"
    data-status=${status}
    title=${text.countTitle[status]}
    aria-pressed=${isPressed ? "true" : "false"}
    @click=${() => toggleStatus(status)}
  >${statusIcon(status, 18)} ${countLabel(counts[status], STATUS_TEXT[language].status[status])}</button>`;
}
