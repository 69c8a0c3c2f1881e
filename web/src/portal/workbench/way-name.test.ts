import { afterEach, expect, test } from "vitest";
import { setPageLanguage } from "../../status-text/page-language.ts";
import { wayName } from "./way-name.ts";

afterEach(() => setPageLanguage("en"));

test.each([
  ["Paragraphs", "Párrafos"],
  ["CSV with header", "CSV con encabezado"],
  ["Tab-separated lines with header", "Líneas separadas por tabuladores, con encabezado"],
  ["Elements <item>", "Elements <item>"],
  ["constructor", "constructor"],
])("the way “%s” is “%s” in Spanish", (english, spanish) => {
  expect(wayName(english)).toBe(english);
  setPageLanguage("es");
  expect(wayName(english)).toBe(spanish);
});
