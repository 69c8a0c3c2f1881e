// The hint of a config field in the language of the page. Pure.
import type { Language } from "../../status-text/language.ts";
import { pageLanguage } from "../../status-text/page-language.ts";
import { SPANISH_HINTS } from "./hint-text.ts";

export interface Hint {
  text: string;
  /** The language of the text. */
  language: Language;
}

/** A hint that has no translation stays in the service's English. */
export function hintText(english: string): Hint {
  const spanish = Object.hasOwn(SPANISH_HINTS, english) ? SPANISH_HINTS[english] : undefined;
  if (pageLanguage() === "en" || spanish === undefined) return { text: english, language: "en" };
  return { text: spanish, language: "es" };
}
