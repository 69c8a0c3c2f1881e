import { expect, test } from "vitest";
import { inlineCode } from "./inline-code.ts";

/** With code in angle brackets. */
const rendered = (text: string): string =>
  inlineCode(text)
    .map((piece) => (typeof piece === "string" ? piece : `<${piece.values.join("")}>`))
    .join("");

test.each([
  ["As in `LightningStrike` or `data.LightningStrike`.", "As in <LightningStrike> or <data.LightningStrike>."],
  ["`$.Query`", "<$.Query>"],
  ["Plain text", "Plain text"],
  ["A ` alone", "A ` alone"],
  ["Nothing in ``", "Nothing in ``"],
  ["", ""],
])("“%s” is rendered as “%s”", (text, expected) => {
  expect(rendered(text)).toBe(expected);
});
