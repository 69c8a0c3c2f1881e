// The buttons of the dashboard.
import { html, nothing, type TemplateResult } from "lit";
import { heading } from "../portal/ui/page.ts";
import type { Language } from "../status-text/language.ts";
import { languageSwitch } from "../storm/language-switch.ts";
import { TABLE_TEXT } from "./table/text.ts";
import { BOARD_TEXT } from "./text.ts";

export interface TopBarOptions {
  language: Language;
  isReplay: boolean;
  alertsOn: boolean;
  reportUrl: string;
  startReplay: () => void;
  toggleAlerts: () => void;
  showWall: () => void;
  exportCsv: () => void;
  /** Which facilities are exported; null if all can be. */
  exportHelp: string | null;
  setLanguage: (language: Language) => void;
}

export function topBar(bar: TopBarOptions): TemplateResult {
  const text = BOARD_TEXT[bar.language];
  return html`<div class="top">
    ${heading(text.title)}
    <div class="buttons">
      ${bar.isReplay ? nothing : html`<button type="button" class="second" @click=${bar.startReplay}>${text.replay}</button>`}
      <button
        type="button"
        class="second"
        title=${text.alertsHelp}
        aria-pressed=${bar.alertsOn ? "true" : "false"}
        @click=${bar.toggleAlerts}
      >
        ${bar.alertsOn ? text.alertsAreOn : text.turnOnAlerts}
      </button>
      <button type="button" class="second" @click=${bar.showWall}>${text.openWall}</button>
      <button type="button" class="second" title=${bar.exportHelp ?? nothing} @click=${bar.exportCsv}>${TABLE_TEXT[bar.language].exportCsv}</button>
      <a class="button second" href=${bar.reportUrl}>${text.report}</a>
      ${languageSwitch(bar.language, bar.setLanguage, "second")}
    </div>
  </div>`;
}
