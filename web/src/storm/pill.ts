// The status as word, shape and colour.
import { html, type TemplateResult } from "lit";
import { standingSign } from "../map/legend.ts";
import type { Language } from "../words/language.ts";
import type { Standing } from "../words/standing.ts";
import { WORDS } from "../words/words.ts";

export function pill(standing: Standing, language: Language): TemplateResult {
  return html`<span class="pill" data-standing=${standing}>${standingSign(standing, 18)}<span>${WORDS[language].status[standing]}</span></span>`;
}
