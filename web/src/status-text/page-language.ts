// The language of the whole page. For pages with so many texts that passing the language to each element would be noise.
// A text is read when it is shown, because the language can change while the page is open.
import type { Language } from "./language.ts";

const LOCALES: Record<Language, string> = { en: "en-US", es: "es-US" };

let language: Language = "en";

export function pageLanguage(): Language {
  return language;
}

export function setPageLanguage(next: Language): void {
  language = next;
}

/** A function that returns the text in the language of the page. */
export function localized<Text>(both: Record<Language, Text>): () => Text {
  return () => both[language];
}

/** For `Intl`. */
export function pageLocale(): string {
  return LOCALES[language];
}

/** “1,234” */
export function formatCount(count: number): string {
  return count.toLocaleString(pageLocale());
}
