// What can be done with the dashboard as a whole.
import { html, nothing, type TemplateResult } from "lit";
import { heading } from "../portal/part/page.ts";
import { languageSwitch } from "../storm/language-switch.ts";
import type { Language } from "../words/language.ts";
import { BOARD_WORDS } from "./words.ts";

export interface TopBar {
  language: Language;
  isReplay: boolean;
  alertsOn: boolean;
  /** The address of the report. */
  report: string;
  replay: () => void;
  switchAlerts: () => void;
  wall: () => void;
  speak: (language: Language) => void;
}

export function topBar(bar: TopBar): TemplateResult {
  const words = BOARD_WORDS[bar.language];
  return html`<div class="top">
    ${heading(words.title)}
    <div class="buttons">
      ${bar.isReplay ? nothing : html`<button type="button" class="second" @click=${bar.replay}>${words.replay}</button>`}
      <button type="button" class="second" aria-pressed=${bar.alertsOn ? "true" : "false"} @click=${bar.switchAlerts}>
        ${bar.alertsOn ? words.alertsOn : words.alerts}
      </button>
      <button type="button" class="second" @click=${bar.wall}>${words.wall}</button>
      <a class="button second" href=${bar.report}>${words.report}</a>
      ${languageSwitch(bar.language, bar.speak, "second")}
    </div>
  </div>`;
}

export function wallBar(language: Language, leave: () => void): TemplateResult {
  const words = BOARD_WORDS[language];
  return html`<button type="button" class="second leave" @click=${leave}>${words.leaveWall}</button>
    <h1 class="unseen">${words.title}</h1>`;
}
