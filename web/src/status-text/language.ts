// Which language is spoken. Pure: what was wished is handed in, most wished first.

export type Language = "en" | "es";

export const LANGUAGES: readonly Language[] = ["en", "es"];

/** The first wish (“es-MX”, “EN”) that can be met; English when none can. */
export function chooseLanguage(wishes: Iterable<string | null | undefined>): Language {
  for (const wish of wishes) {
    const primary = wish?.trim().toLowerCase().split(/[-_]/, 1)[0];
    const met = LANGUAGES.find((language) => language === primary);
    if (met !== undefined) return met;
  }
  return "en";
}
