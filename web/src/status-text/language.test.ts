import { expect, test } from "vitest";
import { DISPLAY_STATUSES } from "../status/status.ts";
import { chooseLanguage } from "./language.ts";
import { STATUS_TEXT } from "./text.ts";

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
])("%j chooses %s", (preferred, language) => {
  expect(chooseLanguage(preferred)).toBe(language);
});

test("the safety text says to look up", () => {
  expect(STATUS_TEXT.en.safety).toBe("Decision support, not a substitute for looking up.");
});

test.each(["en", "es"] as const)("no two statuses share a text or an advice in %s", (language) => {
  for (const part of ["status", "advice"] as const) {
    expect(new Set(DISPLAY_STATUSES.map((status) => STATUS_TEXT[language][part][status])).size).toBe(
      DISPLAY_STATUSES.length,
    );
  }
});

test.each([
  [0, "0 strikes within 8 miles in the last 30 minutes"],
  [1, "1 strike within 8 miles in the last 30 minutes"],
  [2, "2 strikes within 8 miles in the last 30 minutes"],
])("%i strikes are “%s”", (count, text) => {
  expect(STATUS_TEXT.en.strikesWithin(count, "8", "30")).toBe(text);
});
