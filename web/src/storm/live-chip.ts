// The live status of the city during a replay, as a button that returns to it.
import { html, type TemplateResult } from "lit";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { REPLAY_TEXT } from "./replay-text.ts";
import type { CitySummary, StatusGroup } from "./summary.ts";

export function liveChip(live: CitySummary, language: Language, goLive: () => void): TemplateResult {
  return html`<button type="button" class="live-chip" data-status=${live.status} @click=${goLive}>
    ${liveChipText(live, language)}
  </button>`;
}

/** “LIVE now: 14 Active, 6 Clearing – return”; without a threat only the status. Pure. */
export function liveChipText({ status, warning, active, clearing }: CitySummary, language: Language): string {
  const [text, words] = [REPLAY_TEXT[language], STATUS_TEXT[language].status];
  const countOf = ({ count, isAtLeast = false }: StatusGroup, word: string): string[] =>
    count > 0 ? [`${count}${isAtLeast ? "+" : ""} ${word}`] : [];
  const counts = [...countOf(active, words.Active), ...countOf(clearing, words.Clearing)];
  if (warning === "waiting") return text.liveNow("…");
  return text.liveNow(counts.length > 0 ? counts.join(", ") : words[status]);
}
