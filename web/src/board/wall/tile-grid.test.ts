import { expect, test } from "vitest";
import { fittedGrid, isLongName, pageCount, tileGrid, tilesOfPage } from "./tile-grid.ts";
import { tilesNote } from "./tiles-note.ts";

const tiles = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test.each([
  ["720p", 1280, 720],
  ["1080p", 1920, 1080],
  ["4K", 3840, 2160],
])("a display of %s has as many tiles as any other, only larger", (_, width, height) => {
  expect(tileGrid(width * 0.75, height * 0.8, height)).toEqual({ columns: 4, rows: 6 });
});

test("every facility is shown once in each round", () => {
  const grid = { columns: 4, rows: 6 };
  for (const count of [0, 1, 24, 25, 120]) {
    const pages = pageCount(count, grid);
    const shown = tiles(pages).flatMap((round) => tilesOfPage(tiles(count), grid, round));
    expect(shown).toEqual(tiles(count));
    expect(tilesOfPage(tiles(count), grid, pages)).toEqual(tilesOfPage(tiles(count), grid, 0));
  }
});

test.each([
  [24, { columns: 4, rows: 6 }],
  [21, { columns: 4, rows: 6 }],
  [5, { columns: 1, rows: 5 }],
  [8, { columns: 2, rows: 4 }],
  [1, { columns: 1, rows: 1 }],
])("%i facilities share the display", (count, grid) => {
  expect(fittedGrid(count, { columns: 4, rows: 6 })).toEqual(grid);
});

test.each([
  ["Aspen Pool", false],
  ["Larkspur Public Library", false],
  ["Harrowgate Mill Playground", true],
])("the type of %s is smaller: %s", (name, expected) => {
  expect(isLongName(name)).toBe(expected);
});

test("a tiny display still shows one", () => {
  expect(tileGrid(10, 10, 1000)).toEqual({ columns: 1, rows: 1 });
});

test.each([
  [1, null, "", ""],
  [9, null, "Page 2 of 9", "Página 2 de 9"],
  [
    9,
    { shown: 200, all: 30_005 },
    "Page 2 of 9 – Only the 200 most threatened of 30,005 facilities",
    "Página 2 de 9 – Solo las 200 de mayor peligro, de 30.005 instalaciones",
  ],
  [
    1,
    { shown: 12, all: 30_005 },
    "Only the 12 most threatened of 30,005 facilities",
    "Solo las 12 de mayor peligro, de 30.005 instalaciones",
  ],
])("%i pages of %j are described", (pages, part, english, spanish) => {
  expect(tilesNote({ page: 2, pages }, part, "en")).toBe(english);
  expect(tilesNote({ page: 2, pages }, part, "es")).toBe(spanish);
});
