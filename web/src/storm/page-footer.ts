import { html, type TemplateResult } from "lit";
import type { Language } from "../status-text/language.ts";
import { STORM_TEXT } from "./text.ts";

export function pageFooter(language: Language): TemplateResult {
  const text = STORM_TEXT[language];
  return html`<footer>
    <p>${text.thunder}</p>
    <a href="/plain">${text.textList}</a> <a href="/docs">${text.api}</a> <a href="/portal">${text.signIn}</a>
  </footer>`;
}
