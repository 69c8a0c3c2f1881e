// Which language this browser is spoken to in: the address first, then what was chosen here before, then what the browser wishes.
import { chooseLanguage, type Language } from "../words/language.ts";

const KEPT = "stormwire-language";

export function spokenLanguage(inAddress: Language | null): Language {
  return inAddress ?? chooseLanguage([keptLanguage(), ...navigator.languages]);
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // A browser may forbid to keep anything; then the address alone holds the language.
  }
}

function keptLanguage(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
