// The status of the whole city.
import { html, nothing, type TemplateResult } from "lit";
import type { RequestFailed } from "../data/public-api.ts";
import { statusIcon } from "../map/legend.ts";
import { readClock } from "../status/clock.ts";
import { ageMs, type StatusWarning } from "../status/freshness.ts";
import { formatAge, formatClock, formatNumber } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { feedReason } from "./feed-reason.ts";
import type { StormPoller } from "./storm-poller.ts";
import type { CitySummary } from "./summary.ts";
import { STORM_TEXT } from "./text.ts";

/** `level` is the level of its heading. */
export function renderBanner(poller: StormPoller, summary: CitySummary, language: Language, level = 1): TemplateResult {
  const text = STATUS_TEXT[language];
  // What cannot be known has no number.
  const showsCount = poller.report !== null && summary.status !== "Unknown";
  return html`<section class="banner" data-status=${summary.status}>
    <div class="headline">
      ${statusIcon(summary.status, 52)}
      <div>
        <p class="status-word">${text.status[summary.status]}</p>
        <p class="status-summary" role="heading" aria-level=${level}>${headline(poller, summary, language)}</p>
      </div>
    </div>
    <p class="advice">${cityAdvice(summary, language)} <span class="safety">${text.safety}</span></p>
    ${warnings(poller, summary, language)}
    <p class="figures">
      ${showsCount ? html`<span>${strikeCount(poller, language)}</span>` : nothing} ${reportAge(poller, language)}
    </p>
  </section>`;
}

/** What to do depends on the facility, unless all of them have the same status. */
function cityAdvice({ status, active, clearing, all }: CitySummary, language: Language): string {
  const count = status === "Active" ? active.count : status === "Clearing" ? clearing.count : all;
  return count < all ? STORM_TEXT[language].findYours : STATUS_TEXT[language].advice[status];
}

function headline(poller: StormPoller, summary: CitySummary, language: Language): string {
  const text = STORM_TEXT[language];
  const { status, warning, active, clearing, all } = summary;
  if (poller.report !== null && all === 0) return text.noFacilities;
  switch (status) {
    case "Active":
      return text.near(active, all);
    case "Clearing":
      return text.waitingAt(clearing, all);
    case "Clear":
      return text.allClear;
    case "Unknown":
      return whyUnknown(poller, warning, language);
  }
}

function whyUnknown(poller: StormPoller, warning: StatusWarning, language: Language): string {
  const text = STATUS_TEXT[language];
  if (warning === "waiting") return poller.failures > 0 ? requestProblem(poller.error, language) : text.loading;
  if (warning === "expired") return text.outOfDate;
  if (warning === "feed") return poller.snapshot?.feed.healthy === false ? text.feedDown : text.noFeed;
  return STORM_TEXT[language].unknown;
}

/** Whether the service was not reached, rejected the request or failed. */
export function requestProblem(error: RequestFailed | null, language: Language): string {
  const text = STATUS_TEXT[language];
  if (error?.status == null) return text.unreachable;
  return error.status < 500 ? STORM_TEXT[language].requestRejected : text.serverError;
}

function strikeCount({ report }: StormPoller, language: Language): string {
  const { strikesInWindow = 0, windowMinutes = 30 } = report?.cityStatus ?? {};
  return STORM_TEXT[language].strikesInCity(strikesInWindow, formatNumber(windowMinutes));
}

/** “Updated 14:03:11 (22 s ago)” */
function reportAge({ snapshot, city }: StormPoller, language: Language): TemplateResult | typeof nothing {
  if (snapshot === null) return nothing;
  const asOf = formatClock(Date.parse(snapshot.asOf), city?.timezone);
  return html`<span class="as-of">${STATUS_TEXT[language].asOf(asOf, formatAge(ageMs(snapshot, readClock())))}</span>`;
}

/** Problems with the data, with a button to refresh. */
function warnings(poller: StormPoller, { warning }: CitySummary, language: Language): TemplateResult | typeof nothing {
  const [text, storm] = [STATUS_TEXT[language], STORM_TEXT[language]];
  const { failures, error, snapshot, city } = poller;
  const sentences: string[] = [];
  if (failures > 0 && warning !== "waiting") sentences.push(requestProblem(error, language));
  if (warning === "caution") sentences.push(text.feedCaution);
  const isFeed = warning === "feed" || warning === "caution";
  const reason = isFeed ? feedReason(snapshot?.feed ?? {}, language, city?.timezone) : null;
  if (sentences.length === 0 && reason === null && failures === 0) return nothing;
  const reasonPart =
    reason === null
      ? nothing
      : html`${storm.reason[reason.language]} <span lang=${reason.language}>${reason.text}</span>`;
  const refresh =
    failures > 0 ? html`<button type="button" @click=${() => poller.refresh()}>${storm.refresh}</button>` : nothing;
  return html`<p class="warning">${sentences.join(" ")} ${reasonPart} ${refresh}</p>`;
}
