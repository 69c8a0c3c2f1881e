// The buttons of the dashboard.
import { html, nothing, type TemplateResult } from "lit";
import { heading } from "../portal/ui/page.ts";
import type { Language } from "../status-text/language.ts";
import { languageSwitch } from "../storm/language-switch.ts";
import { BOARD_TEXT } from "./text.ts";

export interface TopBar {
  language: Language;
  isReplay: boolean;
  alertsOn: boolean;
  reportUrl: string;
  startReplay: () => void;
  toggleAlerts: () => void;
  showWall: () => void;
  setLanguage: (language: Language) => void;
}

export function topBar(bar: TopBar): TemplateResult {
  const text = BOARD_TEXT[bar.language];
  return html`<div class="top">
    ${heading(text.title)}
    <div class="buttons">
      ${bar.isReplay ? nothing : html`<button type="button" class="second" @click=${bar.startReplay}>${text.replay}</button>`}
      <button type="button" class="second" aria-pressed=${bar.alertsOn ? "true" : "false"} @click=${bar.toggleAlerts}>
        ${bar.alertsOn ? text.alertsOn : text.alerts}
      </button>
      <button type="button" class="second" @click=${bar.showWall}>${text.wall}</button>
      <a class="button second" href=${bar.reportUrl}>${text.report}</a>
      ${languageSwitch(bar.language, bar.setLanguage, "second")}
    </div>
  </div>`;
}

export function wallBar(language: Language, leave: () => void): TemplateResult {
  const text = BOARD_TEXT[language];
  return html`<button type="button" class="second leave" @click=${leave}>${text.leaveWall}</button>
    <h1 class="unseen">${text.title}</h1>`;
}
