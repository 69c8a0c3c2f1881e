// The status of the whole city in a replay. It differs from the live banner in color, words and tense.
import { html, nothing, type TemplateResult } from "lit";
import { statusIcon } from "../map/legend.ts";
import { formatNumber } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { REPLAY_TEXT } from "./replay-text.ts";
import type { CitySummary } from "./summary.ts";

export interface ReplayBannerInput {
  summary: CitySummary;
  /** Local, of the shown status; null before the first response. */
  clock: string | null;
  strikes: { count: number; minutes: number } | null;
  language: Language;
  /** Of the heading. */
  level: number;
  /** Why there is no status: the service's response to the request. */
  problem: string | null;
}

export function replayBanner(input: ReplayBannerInput): TemplateResult {
  const { summary, clock, strikes, language, level, problem } = input;
  const text = REPLAY_TEXT[language];
  return html`<section class="banner past" data-status=${summary.status}>
    <div class="headline">
      ${statusIcon(summary.status, 52)}
      <div>
        <p class="status-word">${replayTitle(clock, STATUS_TEXT[language].status[summary.status], language)}</p>
        <p class="status-summary" role="heading" aria-level=${level}>${problem ?? replayHeadline(summary, language)}</p>
      </div>
    </div>
    ${strikes === null ? nothing : html`<p class="figures"><span>${text.strikesBefore(strikes.count, formatNumber(strikes.minutes))}</span></p>`}
  </section>`;
}

/** “REPLAY 16:59 – it was Clear” */
export function replayTitle(clock: string | null, status: string, language: Language): string {
  const text = REPLAY_TEXT[language];
  return clock === null ? text.replay : `${text.replay} ${clock} – ${text.itWas(status)}`;
}

export function replayHeadline({ status, warning, active, clearing }: CitySummary, language: Language): string {
  const text = REPLAY_TEXT[language];
  if (warning === "waiting") return STATUS_TEXT[language].loading;
  if (status === "Unknown" && warning === "feed") return text.notWatched;
  const threatened = status === "Active" ? active : clearing;
  return text.headline[status](threatened);
}
