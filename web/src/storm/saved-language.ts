// The language of the page: from the URL, else as saved in this browser, else the browser's own.
import { chooseLanguage, type Language } from "../status-text/language.ts";

const STORAGE_KEY = "stormwire-language";

export function currentLanguage(fromUrl: Language | null): Language {
  return fromUrl ?? chooseLanguage([savedLanguage(), ...navigator.languages]);
}

export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // A browser may forbid storage; then only the URL holds the language.
  }
}

function savedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
