import { html, type TemplateResult } from "lit";
import { statusIcon } from "../map/legend.ts";
import type { DisplayStatus } from "../status/status.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";

export function statusPill(status: DisplayStatus, language: Language): TemplateResult {
  return html`<span class="pill" data-status=${status}>${statusIcon(status, 18)}<span>${STATUS_TEXT[language].status[status]}</span></span>`;
}
