// What the element shows, as plain text. Pure: painting it is another matter.
import { age, clock, countdown, distance, plainNumber, strikeKind } from "../words/figures.ts";
import { ageOf, judge, serverNow } from "../words/freshness.ts";
import type { Moment } from "../words/moment.ts";
import type { Standing } from "../words/standing.ts";
import type { Words } from "../words/words.ts";
import type { Strike } from "./answer.ts";
import type { News } from "./desk.ts";
import { type Ring, ring } from "./ring.ts";

export interface View {
  standing: Standing;
  word: string;
  name: string;
  advice: string;
  /** When it ends, while it lasts, and the figure in it that is read first. */
  wait: string;
  figure: string;
  /** Why it is not known, or why it may be worse. */
  note: string;
  /** Null when nothing is known. */
  facts: Facts | null;
  asOf: string;
}

/** How far, which is read first, and the rest. */
export interface Sighting {
  distance: string;
  rest: string;
}

export interface Facts {
  last: Sighting;
  closest: Sighting;
  count: string;
  radius: string;
  ring: Ring;
}

/** One lost answer is no news for people; the second is. */
const WORTH_TELLING = 2;

type Held = NonNullable<News["held"]>;

export function view(news: News, now: Moment, words: Words): View {
  const { held } = news;
  const { standing } = judge(held, held?.status ?? null, now);
  return {
    standing,
    word: words.status[standing],
    name: held?.name ?? "",
    advice: words.advice[standing],
    ...(held === null ? NO_WAIT : wait(held, now, words)),
    note: note(news, now, words),
    facts: held === null || standing === "Unknown" ? null : facts(held, now, words),
    asOf: held === null ? "" : words.asOf(clock(Date.parse(held.asOf)), age(ageOf(held, now))),
  };
}

/** Shown when an attribute cannot be understood and nothing is asked. */
export function faultyView(attribute: string, words: Words): View {
  const nothing: News = { held: null, refusal: null, failures: 0 };
  return { ...view(nothing, { wall: 0, steady: 0 }, words), note: words.faulty(attribute) };
}

const NO_WAIT = { wait: "", figure: "" };

function wait(held: Held, now: Moment, words: Words): Pick<View, "wait" | "figure"> {
  const { standing, doubt } = judge(held, held.status, now);
  if (held.clearAt === null || standing === "Unknown" || standing === "Clear") return NO_WAIT;
  const left = held.clearAt - serverNow(held, now);
  // Only an answer may say Clear: a countdown that has run out waits for it.
  if (doubt === null && left <= 0) return { wait: words.allClearSoon, figure: "" };
  const figure = doubt === null ? countdown(left) : clock(held.clearAt);
  return { wait: doubt === null ? words.allClearIn(figure) : words.notBefore(figure), figure };
}

function note({ held, refusal, failures }: News, now: Moment, words: Words): string {
  if (refusal !== null) return words[refusal];
  if (held === null) return failures > 0 ? words.unreachable : words.waiting;
  const { doubt } = judge(held, held.status, now);
  const lost = failures >= WORTH_TELLING ? words.unreachable : "";
  const feed = held.feed.healthy === null ? words.feedUnknown : words.feedDown;
  const said = {
    waiting: words.waiting,
    expired: `${words.expired} ${words.lastKnown(words.status[held.status])}`,
    feed,
    caution: words.feedCaution,
  };
  return [doubt === null ? "" : said[doubt], lost].filter(Boolean).join(" ");
}

function facts(held: Held, now: Moment, words: Words): Facts {
  const at = serverNow(held, now);
  const miles = plainNumber(held.radiusMiles);
  return {
    last: strike(held.last, at, words),
    closest: strike(held.closest, at, words),
    count: words.strikesWithin(held.count, miles, plainNumber(held.dangerMinutes)),
    radius: words.withinRadius(miles),
    ring: ring(held.radiusMiles, held.last?.distanceMiles ?? null, held.closest?.distanceMiles ?? null),
  };
}

function strike(one: Strike | null, now: number, words: Words): Sighting {
  if (one === null) return { distance: words.none, rest: "" };
  const rest = [words.ago(age(now - one.at)), strikeKind(one.type, words)].filter(Boolean).join(", ");
  return { distance: distance(one.distanceMiles, words), rest };
}
