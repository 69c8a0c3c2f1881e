// Choosing the language. Pure.

export type Language = "en" | "es";

export const LANGUAGES: readonly Language[] = ["en", "es"];

/** The first supported language of the preferred tags (“es-MX”, “EN”), else English. */
export function chooseLanguage(preferred: Iterable<string | null | undefined>): Language {
  for (const tag of preferred) {
    const primary = tag?.trim().toLowerCase().split(/[-_]/, 1)[0];
    const supported = LANGUAGES.find((language) => language === primary);
    if (supported !== undefined) return supported;
  }
  return "en";
}
