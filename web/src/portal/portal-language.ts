// The language of the portal: from the URL, else the saved one, else the browser's.
import { chooseLanguage, type Language } from "../status-text/language.ts";
import { setPageLanguage } from "../status-text/page-language.ts";
import { currentLanguage } from "../storm/saved-language.ts";

/** Returns the language that the page has now. */
export function applyLanguage(): Language {
  const given = new URLSearchParams(location.search).get("lang");
  const language = currentLanguage(given === null ? null : chooseLanguage([given]));
  setPageLanguage(language);
  document.documentElement.lang = language;
  return language;
}

/** A language in the URL would win over the one that was just chosen. */
export function writeLanguage(language: Language): void {
  const query = new URLSearchParams(location.search);
  if (!query.has("lang")) return;
  query.set("lang", language);
  history.replaceState(null, "", `${location.pathname}?${query}`);
}
