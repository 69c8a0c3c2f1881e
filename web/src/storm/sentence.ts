// Sentences about a facility. Pure.
import type { FacilityThreat, Parameters } from "../data/lightning.ts";
import { age, clock, countdown, distance, plainNumber } from "../words/figures.ts";
import type { Language } from "../words/language.ts";
import { WORDS } from "../words/words.ts";
import type { Row } from "./summary.ts";

/** What every sentence needs to know. */
export interface Saying {
  language: Language;
  /** The city's. */
  timeZone: string | undefined;
  /** The service's time now. */
  now: number;
  parameters: Parameters;
}

/** “All clear in 12:34 if nothing more strikes”, or why that cannot be said; null when there is nothing to wait for. */
export function waitWords({ facility, standing, doubt }: Row, { language, timeZone, now }: Saying): string | null {
  const words = WORDS[language];
  const at = Date.parse(facility.proximity?.clearAt ?? "");
  if (Number.isNaN(at) || standing === "Unknown" || standing === "Clear") return null;
  if (doubt === "caution") return words.notBefore(clock(at, timeZone));
  return at <= now ? words.allClearSoon : words.allClearIn(countdown(at - now));
}

/** “2.3 miles, 4 min ago” */
export function lastWords({ proximity }: FacilityThreat, { language, now }: Saying): string {
  const [words, last] = [WORDS[language], proximity?.lastStrike ?? null];
  return last === null
    ? words.none
    : `${distance(last.distanceMiles, words)}, ${words.ago(age(now - Date.parse(last.timestamp)))}`;
}

/** “0.8 miles, 13:52:10” */
export function closestWords({ proximity }: FacilityThreat, { language, timeZone }: Saying): string {
  const [words, closest] = [WORDS[language], proximity?.closest ?? null];
  return closest === null
    ? words.none
    : `${distance(closest.distanceMiles, words)}, ${clock(Date.parse(closest.timestamp), timeZone)}`;
}

export function countWords({ proximity }: FacilityThreat, { language, parameters }: Saying): string {
  const { radiusMiles, dangerMinutes } = parameters;
  return WORDS[language].strikesWithin(
    proximity?.countInWindow ?? 0,
    plainNumber(radiusMiles),
    plainNumber(dangerMinutes),
  );
}

/** Why it is not known, or may be worse than shown; null when nothing is wrong. */
export function doubtWords({ facility, doubt }: Row, healthy: boolean | null, language: Language): string | null {
  const words = WORDS[language];
  if (facility.proximity === null && doubt !== "expired") return words.noAnchor;
  switch (doubt) {
    case "waiting":
      return words.waiting;
    case "expired":
      return words.expired;
    case "feed":
      return healthy === null ? words.feedUnknown : words.feedDown;
    case "caution":
      return words.feedCaution;
    case null:
      return null;
  }
}

const UTC = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

/** A sentence of the service, which is English and tells times in UTC, by the clock of the city: “Nov 15, 08:20:00”. */
export function inCity(sentence: string, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return sentence.replace(UTC, (at) => format.format(Date.parse(at)));
}
