// The button that switches the language, labeled in the other language.
import { html, type TemplateResult } from "lit";
import type { Language } from "../status-text/language.ts";
import { LANGUAGE_CHANGED, saveLanguage } from "./saved-language.ts";
import { STORM_TEXT } from "./text.ts";

export function languageSwitch(
  language: Language,
  onChange: (language: Language) => void,
  className = "",
): TemplateResult {
  const other: Language = language === "en" ? "es" : "en";
  const change = (): void => {
    saveLanguage(other);
    onChange(other);
    window.dispatchEvent(new Event(LANGUAGE_CHANGED));
  };
  return html`<button
    type="button"
    class="language ${className}"
    lang=${other}
    @click=${change}
  >${STORM_TEXT[language].otherLanguage}</button>`;
}
