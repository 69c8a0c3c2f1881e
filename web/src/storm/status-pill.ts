import { html, type TemplateResult } from "lit";
import { statusIcon } from "../map/legend.ts";
import type { DisplayStatus } from "../status/status.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { REPLAY_TEXT } from "./replay-text.ts";

export function statusPill(status: DisplayStatus, language: Language, isReplay = false): TemplateResult {
  const word = STATUS_TEXT[language].status[status];
  return html`<span class="pill ${isReplay ? "past" : ""}" data-status=${status}>${statusIcon(status, 18)}<span>${isReplay ? REPLAY_TEXT[language].was(word) : word}</span></span>`;
}
