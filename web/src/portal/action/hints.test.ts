import { afterEach, expect, test } from "vitest";
import { setPageLanguage } from "../../status-text/page-language.ts";
import { SPANISH_HINTS } from "./hint-text.ts";
import { hintText } from "./hints.ts";

/** The configs of all action types: the service makes their schemas from these comments. */
const SOURCES = import.meta.glob<string>(
  ["../../../../crates/workflow/src/handlers/**/*.rs", "../../../../crates/extract/src/config/spec.rs"],
  { query: "?raw", import: "default", eager: true },
);

const SCHEMA_TYPE =
  /#\[derive\([^)]*JsonSchema[^)]*\)\]\s*(?:#\[[^\n]*\]\s*)*(?:pub(?:\([^)]*\))? )?(?:struct|enum) \w+ \{\n([\s\S]*?)\n\}/g;

function hintsOf(source: string): string[] {
  return [...source.matchAll(SCHEMA_TYPE)].flatMap(([, body = ""]) =>
    [...body.matchAll(/(?:^ *\/\/\/.*\n)+/gm)].map(([comment]) =>
      comment
        .replace(/^ *\/\/\/ ?/gm, "")
        .replace(/\s+/g, " ")
        .trim(),
    ),
  );
}

const HINTS = new Set(Object.values(SOURCES).flatMap(hintsOf));

afterEach(() => setPageLanguage("en"));

test("the hints of all action types are found", () => {
  expect(HINTS.size).toBeGreaterThan(90);
});

test("every hint has a Spanish text", () => {
  expect([...HINTS].filter((hint) => !Object.hasOwn(SPANISH_HINTS, hint))).toEqual([]);
});

test("every Spanish text belongs to a hint", () => {
  expect(Object.keys(SPANISH_HINTS).filter((hint) => !HINTS.has(hint))).toEqual([]);
});

test("a hint is in the language of the page, or in the service's English", () => {
  expect(hintText("Operation.")).toEqual({ text: "Operation.", language: "en" });
  setPageLanguage("es");
  expect(hintText("Operation.")).toEqual({ text: "Operación.", language: "es" });
  expect(hintText("Something new.")).toEqual({ text: "Something new.", language: "en" });
});
