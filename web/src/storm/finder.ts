// Search and “Near me”, directly below the status.
import { html, nothing, type TemplateResult } from "lit";
import type { Language } from "../status-text/language.ts";
import type { NearMe } from "./near-me.ts";
import { STORM_TEXT } from "./text.ts";

export interface FinderOptions {
  language: Language;
  search: string;
  countText: string;
  /** Null where facilities cannot be sorted by distance. */
  nearMe: NearMe | null;
  setSearch: (event: InputEvent) => void;
  /** The field moves to the top, so that its results are above the keyboard of a phone. */
  focused: () => void;
}

export function finder(options: FinderOptions): TemplateResult {
  const { language, search, countText, nearMe, setSearch, focused } = options;
  const text = STORM_TEXT[language];
  const isOn = nearMe !== null && nearMe.position !== null;
  return html`<div class="search">
    <label for="search">${text.search}</label>
    <div class="search-row">
      <input
        id="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        enterkeyhint="search"
        .value=${search}
        @input=${setSearch}
        @focus=${focused}
      />
      ${nearMe === null ? nothing : nearMeButton(nearMe, language)}
    </div>
    <p class="count" role="status">${nearMe === null || nearMe.problem === null ? countText : text.nearMeProblem[nearMe.problem]}</p>
    ${
      isOn
        ? html`<p class="privacy">${text.positionStays}
          <button type="button" @click=${() => void nearMe.checkSpot(text.myPosition)}>${text.checkSpot}</button></p>`
        : nothing
    }
  </div>`;
}

function nearMeButton(nearMe: NearMe, language: Language): TemplateResult {
  const text = STORM_TEXT[language];
  const isOn = nearMe.position !== null;
  return html`<button
    type="button"
    class="near-me"
    aria-pressed=${isOn ? "true" : "false"}
    ?disabled=${nearMe.isLocating}
    @click=${isOn ? nearMe.forget : nearMe.locate}
  >${nearMe.isLocating ? text.locating : text.nearMe}</button>`;
}
