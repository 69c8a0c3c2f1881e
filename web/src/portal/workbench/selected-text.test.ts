import { expect, test } from "vitest";
import { isSameRange, quoteOf, recordAt, snapSelection } from "./selected-text.ts";

/** The text with the selection in brackets, to what is read in brackets. */
test.each([
  ["Lat [34.7283] N", "Lat [34.7283] N"],
  ["Lat[ 34.7283 \n]N", "Lat [34.7283] \nN"],
  ["Lat 3[4.7]283 N", "Lat [34.7283] N"],
  ["Lat 34.[7283]", "Lat [34.7283]"],
  ["Lat [34].7283.", "Lat [34.7283]."],
  ["at -[86.5477], 3", "at [-86.5477], 3"],
  ["at \u2212[86.5477]", "at [\u221286.5477]"],
  ["<td>&minus;[86.5849]&deg;</td>", "<td>[&minus;86.5849]&deg;</td>"],
  ["Strike-[12] at", "Strike-[12] at"],
  ["2025-[08]-07", "2025-[08]-07"],
  ["[2025-08-07 12:44]:50", "[2025-08-07 12:44]:50"],
  ["1[2],5", "[12],5"],
  ["Cl[oud] to", "Cl[oud] to"],
  ["W[86.5]", "W[86.5]"],
])("%s", (selected, expected) => {
  const [start, end] = [selected.indexOf("["), selected.indexOf("]") - 1];
  const text = selected.replace(/[[\]]/g, "");
  const range = snapSelection(text, { start, end });
  expect(range && `${text.slice(0, range.start)}[${text.slice(range.start, range.end)}]${text.slice(range.end)}`).toBe(
    expected,
  );
});

test("white space alone is no selection", () => {
  expect(snapSelection("a \n b", { start: 1, end: 4 })).toBeNull();
  expect(snapSelection("abc", { start: 1, end: 1 })).toBeNull();
});

test("no selection is the same as none", () => {
  expect(isSameRange(null, null)).toBe(true);
  expect(isSameRange({ start: 1, end: 2 }, { start: 1, end: 2 })).toBe(true);
  expect(isSameRange({ start: 1, end: 2 }, { start: 1, end: 3 })).toBe(false);
  expect(isSameRange(null, { start: 0, end: 3 })).toBe(false);
});

test("a long selection is quoted on one short line", () => {
  expect(quoteOf("Lat\n  34", { start: 0, end: 8 })).toBe("Lat 34");
  expect(quoteOf("x".repeat(500), { start: 0, end: 500 })).toBe(`${"x".repeat(80)}…`);
});

test("a range that leaves its record is in none", () => {
  const scopes = [
    { record: 0, start: 5, end: 10 },
    { record: 1, start: 10, end: 20 },
  ];
  expect(recordAt(scopes, { start: 5, end: 10 })).toBe(0);
  expect(recordAt(scopes, { start: 12, end: 14 })).toBe(1);
  expect(recordAt(scopes, { start: 8, end: 12 })).toBeNull();
  expect(recordAt(scopes, { start: 0, end: 3 })).toBeNull();
});
