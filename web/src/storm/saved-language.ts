// The language of the page: from the URL, else the saved one, else the browser's.
import { chooseLanguage, type Language } from "../status-text/language.ts";
import { SavedValue } from "./saved-value.ts";

const SAVED = new SavedValue("stormwire-language");

export function currentLanguage(fromUrl: Language | null): Language {
  return fromUrl ?? chooseLanguage([SAVED.read(), ...navigator.languages]);
}

/** Sent to the window, for what is around the page. */
export const LANGUAGE_CHANGED = "stormwire-language-changed";

export function saveLanguage(language: Language): void {
  SAVED.write(language);
}
