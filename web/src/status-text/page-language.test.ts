import { afterEach, expect, test } from "vitest";
import { formatDuration } from "../data/duration.ts";
import { unreachableProblem } from "../data/problem.ts";
import { formatCount, localized, pageLanguage, setPageLanguage } from "./page-language.ts";

afterEach(() => setPageLanguage("en"));

const greeting = localized({ en: "Hello", es: "Hola" });

test("a text is read in the language of the page", () => {
  expect([pageLanguage(), greeting()]).toEqual(["en", "Hello"]);
  setPageLanguage("es");
  expect([pageLanguage(), greeting()]).toEqual(["es", "Hola"]);
});

test("numbers, durations and errors of the browser are in the language of the page", () => {
  setPageLanguage("es");
  expect(formatCount(12_345)).toBe((12_345).toLocaleString("es-US"));
  expect(formatDuration(2 * 60_000 + 5_000)).toBe("2 minutos 5 segundos");
  expect(formatDuration(1_000)).toBe("1 segundo");
  expect(unreachableProblem(new TypeError("Failed to fetch")).message).toContain("No hay conexión");
});
