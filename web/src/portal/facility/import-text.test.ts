import { expect, test } from "vitest";
import type { FacilityImportRow } from "../../data/facility.ts";
import { decodeText, doneText, fileFormat, planText, positionText, sortRows } from "./import-text.ts";

const COUNTS = { added: 1, updated: 2, unchanged: 3, rejected: 4 };

function row(line: number, result: FacilityImportRow["result"]): FacilityImportRow {
  return { line, result };
}

test.each([
  ["facilities.csv", "csv"],
  ["Export.TXT", "csv"],
  ["places.geojson", "geojson"],
  ["places.JSON", "geojson"],
])("%s is %s", (name, format) => {
  expect(fileFormat(name)).toBe(format);
});

test("texts count facilities", () => {
  expect(planText(COUNTS)).toBe("1 to add, 2 to update, 3 unchanged, 4 rejected.");
  expect(doneText(COUNTS)).toBe("1 facility added, 2 updated, 3 unchanged.");
});

test("rejected rows come first, then changes", () => {
  const sorted = sortRows([row(2, "keep"), row(3, "add"), row(4, "reject"), row(5, "update"), row(6, "reject")]);
  expect(sorted.map(({ line }) => line)).toEqual([4, 6, 5, 3, 2]);
});

test("a file that is not UTF-8 is read as Windows text", () => {
  expect(decodeText(new TextEncoder().encode("Bibliothèque").buffer)).toBe("Bibliothèque");
  expect(decodeText(new Uint8Array([0x42, 0xe8]).buffer)).toBe("Bè");
});

test("a position has six decimals", () => {
  expect(positionText({ point: { x: 1, y: 2 }, latLongPoint: { lat: 34.7, lng: -86.58 } })).toBe(
    "34.700000, -86.580000",
  );
  expect(positionText(null)).toBe("no position");
});
