// Changes of status as sentences that are read aloud. Pure.
import type { Language } from "../words/language.ts";
import { WORDS } from "../words/words.ts";
import { type Change, grouped } from "./changes.ts";
import { STORM_WORDS } from "./words.ts";

const NAMED = 3;

/** “A and 4 more are now Active. B is now Clear.” */
export function announcement(all: readonly Change[], language: Language): string {
  const words = STORM_WORDS[language];
  return grouped(all)
    .map(({ to, names }) => {
      const rest = names.length - NAMED;
      const named = rest > 0 ? [...names.slice(0, NAMED), words.more(rest)] : names;
      const list = new Intl.ListFormat(language, { type: "conjunction" }).format(named);
      return words.became(list, WORDS[language].status[to], names.length);
    })
    .join(" ");
}
