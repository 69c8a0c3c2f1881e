import { expect, test } from "vitest";
import { codeWords } from "./code-words.ts";

/** What is written: code in angle brackets. */
const written = (text: string): string =>
  codeWords(text)
    .map((piece) => (typeof piece === "string" ? piece : `<${piece.values.join("")}>`))
    .join("");

test.each([
  ["As in `LightningStrike` or `data.LightningStrike`.", "As in <LightningStrike> or <data.LightningStrike>."],
  ["`$.Query`", "<$.Query>"],
  ["Plain words", "Plain words"],
  ["A ` alone", "A ` alone"],
  ["Nothing in ``", "Nothing in ``"],
  ["", ""],
])("“%s” is written as “%s”", (text, words) => {
  expect(written(text)).toBe(words);
});
