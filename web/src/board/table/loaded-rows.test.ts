import { expect, test } from "vitest";
import { coverage } from "../../storm/parts/city.fixture.ts";
import { countLabel, csvName, loadedNote, noMatchText } from "./loaded-rows.ts";

const AT = Date.parse("2026-05-01T12:00:00Z");
const LARGE = coverage({ matching: 30_005 });
const FOUND = { ...LARGE, wanted: { ...LARGE.wanted, search: "pool" } };
const COMPLETE = { ...FOUND, matching: 60 };

test("the table says which of the facilities are in it", () => {
  expect(loadedNote(LARGE, "en")).toBe(
    "The 60 most threatened of 30,005 facilities are loaded. Sorting, filters and Export CSV apply to these.",
  );
  expect(loadedNote(LARGE, "es")).toMatch(/^Se cargaron las 60 de mayor peligro, de 30.005 instalaciones\./);
  expect(loadedNote(FOUND, "en")).toMatch(/^The 60 most threatened of 30,005 facilities found are loaded\./);
  expect(loadedNote(FOUND, "es")).toContain("instalaciones encontradas");
  expect([loadedNote(COMPLETE, "en"), loadedNote(null, "en")]).toEqual([null, null]);
});

test("a filter that leaves nothing says of what", () => {
  expect(noMatchText(LARGE, "en")).toBe("None of the 60 loaded facilities matches the filters.");
  expect(noMatchText(LARGE, "es")).toContain("60 instalaciones cargadas");
  expect(noMatchText(COMPLETE, "en")).toBe("No facility matches the filters.");
  expect(noMatchText(null, "en")).toBe("No facility matches the filters.");
});

test("the name of a file says that it has not all facilities", () => {
  expect(csvName(AT, LARGE)).toBe("lightning-status-20260501-1200-first-60-of-30005.csv");
  expect(csvName(AT, COMPLETE)).toBe("lightning-status-20260501-1200.csv");
  expect(csvName(AT, null)).toBe("lightning-status-20260501-1200.csv");
});

test.each([
  [8, false, "8 Active"],
  [0, false, "0 Active"],
  [200, true, "200+ Active"],
  [0, true, "Active"],
])("%i facilities, at least: %s", (count, isAtLeast, expected) => {
  expect(countLabel({ count, isAtLeast }, "Active")).toBe(expected);
});
