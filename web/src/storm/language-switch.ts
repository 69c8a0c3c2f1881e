// The button to the other language, in that language.
import { html, type TemplateResult } from "lit";
import type { Language } from "../words/language.ts";
import { keepLanguage } from "./kept-language.ts";
import { STORM_WORDS } from "./words.ts";

export function languageSwitch(language: Language, choose: (language: Language) => void, look = ""): TemplateResult {
  const other: Language = language === "en" ? "es" : "en";
  const turn = (): void => {
    keepLanguage(other);
    choose(other);
  };
  return html`<button type="button" class="language ${look}" lang=${other} @click=${turn}>${STORM_WORDS[language].otherLanguage}</button>`;
}
