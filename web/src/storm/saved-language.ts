// The language of the page: from the URL, else the saved one, else the browser's.
import { chooseLanguage, type Language } from "../status-text/language.ts";

const STORAGE_KEY = "stormwire-language";

export function currentLanguage(fromUrl: Language | null): Language {
  return fromUrl ?? chooseLanguage([savedLanguage(), ...navigator.languages]);
}

/** Sent to the window, for what is around the page. */
export const LANGUAGE_CHANGED = "stormwire-language-changed";

export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage may be blocked; then only the URL has the language.
  }
}

function savedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
