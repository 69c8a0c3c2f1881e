import { expect, test } from "vitest";
import { chooseLanguage } from "./language.ts";
import { STANDINGS } from "./standing.ts";
import { WORDS } from "./words.ts";

test.each([
  [[], "en"],
  [[null, undefined, ""], "en"],
  [["es"], "es"],
  [["es-MX"], "es"],
  [["ES_us"], "es"],
  [[" es "], "es"],
  [["de", "es", "en"], "es"],
  [["en-GB", "es"], "en"],
  [["est"], "en"],
  [["*"], "en"],
])("of %j the language is %s", (wishes, language) => {
  expect(chooseLanguage(wishes)).toBe(language);
});

test("nothing is said in English to whoever reads Spanish", () => {
  const { en, es } = WORDS;
  expect(Object.keys(es)).toEqual(Object.keys(en));
  const said = (words: typeof en) =>
    Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === "function") return [[key, String((value as (...given: unknown[]) => string)(2, "3", "4"))]];
      return typeof value === "string" ? [[key, value]] : Object.entries(value as object).map(([part, text]) => [`${key}.${part}`, text]);
    });
  const spanish = new Map(said(es) as [string, string][]);
  for (const [key, text] of said(en) as [string, string][]) {
    expect(text.trim(), key).not.toBe("");
    expect(spanish.get(key), key).not.toBe(text);
    expect(spanish.get(key)?.trim(), key).not.toBe("");
  }
});

test("the safety words say that one has to look up", () => {
  expect(WORDS.en.safety).toBe("Decision support, not a substitute for looking up.");
});

test.each(["en", "es"] as const)("no two standings share a word or an advice in %s", (language) => {
  for (const part of ["status", "advice"] as const) {
    expect(new Set(STANDINGS.map((standing) => WORDS[language][part][standing])).size).toBe(STANDINGS.length);
  }
});

test.each([
  [0, "0 strikes within 8 miles in 30 minutes"],
  [1, "1 strike within 8 miles in 30 minutes"],
  [2, "2 strikes within 8 miles in 30 minutes"],
])("%i is counted as “%s”", (count, words) => {
  expect(WORDS.en.strikesWithin(count, "8", "30")).toBe(words);
});
