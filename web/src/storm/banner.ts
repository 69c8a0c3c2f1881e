// How the whole city stands, in three seconds.
import { html, nothing, type TemplateResult } from "lit";
import { standingSign } from "../map/legend.ts";
import { age, clock, plainNumber } from "../words/figures.ts";
import { ageOf, type Doubt } from "../words/freshness.ts";
import type { Language } from "../words/language.ts";
import { moment } from "../words/moment.ts";
import { WORDS } from "../words/words.ts";
import { inCity } from "./sentence.ts";
import type { Summary } from "./summary.ts";
import type { StormWatch } from "./watch.ts";
import { STORM_WORDS } from "./words.ts";

/** `level` is the rank of its heading on the page; `replaying` leaves out the age, which the past does not have. */
export function banner(
  watch: StormWatch,
  summary: Summary,
  language: Language,
  { level = 1, replaying = false } = {},
): TemplateResult {
  const words = WORDS[language];
  return html`<section class="banner" data-standing=${summary.standing}>
    <div class="headline">
      ${standingSign(summary.standing, 52)}
      <div>
        <p class="word">${words.status[summary.standing]}</p>
        <p class="said" role="heading" aria-level=${level}>${headline(watch, summary, language)}</p>
      </div>
    </div>
    <p class="advice">${words.advice[summary.standing]} <span class="safety">${words.safety}</span></p>
    ${doubt(watch, summary, language)}
    <p class="figures">
      ${watch.answer === null || summary.doubt === "expired" ? nothing : html`<span>${figures(watch, language)}</span>`} ${replaying ? nothing : asOf(watch, language)}
    </p>
  </section>`;
}

function headline(watch: StormWatch, { standing, doubt, active, clearing, all }: Summary, language: Language): string {
  const words = STORM_WORDS[language];
  if (watch.answer !== null && all === 0) return words.noFacilities;
  switch (standing) {
    case "Active":
      return words.near(active.length, active[0]?.facility.name ?? "");
    case "Clearing":
      return words.waitingAt(clearing.length, clearing[0]?.facility.name ?? "");
    case "Clear":
      return words.allClear;
    case "Unknown":
      return unknownWords(watch, doubt, language);
  }
}

/** Why nothing can be said. */
function unknownWords(watch: StormWatch, doubt: Doubt, language: Language): string {
  const words = WORDS[language];
  if (doubt === "waiting") return watch.failures > 0 ? words.unreachable : words.waiting;
  if (doubt === "expired") return words.expired;
  if (doubt === "feed") return watch.told?.feed.healthy === false ? words.feedDown : words.feedUnknown;
  return STORM_WORDS[language].notKnown;
}

function figures({ answer }: StormWatch, language: Language): string {
  const { strikesInWindow = 0, windowMinutes = 30 } = answer?.status ?? {};
  return STORM_WORDS[language].strikesInCity(strikesInWindow, plainNumber(windowMinutes));
}

/** “as of 14:03:11, 22 s old” */
export function asOf({ told, city }: StormWatch, language: Language): TemplateResult | typeof nothing {
  if (told === null) return nothing;
  return html`<span class="as-of">${WORDS[language].asOf(clock(Date.parse(told.asOf), city?.timezone), age(ageOf(told, moment())))}</span>`;
}

/** What else is wrong: it may be worse than shown. */
export function doubt(
  watch: StormWatch,
  { doubt, unplaced }: Summary,
  language: Language,
): TemplateResult | typeof nothing {
  const [words, storm] = [WORDS[language], STORM_WORDS[language]];
  const reason = watch.told?.feed.reason ?? null;
  const said: string[] = [];
  if (watch.failures > 0 && doubt !== "waiting")
    said.push(watch.trouble?.status == null ? words.unreachable : words.refused);
  if (doubt === "caution") said.push(words.feedCaution);
  if (unplaced > 0 && doubt === null) said.push(storm.unplaced(unplaced));
  // The service gives its reason in English.
  const told =
    (doubt === "feed" || doubt === "caution") && reason !== null
      ? html`${storm.reason} <span lang="en">${inCity(reason, watch.city?.timezone)}</span>`
      : nothing;
  if (said.length === 0 && told === nothing && watch.failures === 0) return nothing;
  return html`<p class="doubt">${said.join(" ")} ${told} ${watch.failures > 0 ? html`<button type="button" @click=${() => watch.askNow()}>${storm.refresh}</button>` : nothing}</p>`;
}
