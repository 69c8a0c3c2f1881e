import { expect, test } from "vitest";
import { facilityCountText, searchByName, sortByName } from "./facility-search.ts";

const facilities = ["Pool 10", "pool 9", "Café Park", "Golf Course"].map((name) => ({ name }));

test.each([
  ["", ["Pool 10", "pool 9", "Café Park", "Golf Course"]],
  ["  ", ["Pool 10", "pool 9", "Café Park", "Golf Course"]],
  ["POOL", ["Pool 10", "pool 9"]],
  ["course golf", ["Golf Course"]],
  ["cafe", ["Café Park"]],
  ["café", ["Café Park"]],
  ["nowhere", []],
  [".*", []],
])("“%s” finds %j", (search, names) => {
  expect(searchByName(facilities, search, ({ name }) => name).map((facility) => facility.name)).toEqual(names);
});

test("numbers in names are sorted by value", () => {
  expect(sortByName(facilities).map((facility) => facility.name)).toEqual([
    "Café Park",
    "Golf Course",
    "pool 9",
    "Pool 10",
  ]);
});

test.each([
  [0, 0, "0 facilities"],
  [1, 1, "1 facility"],
  [120, 120, "120 facilities"],
  [3, 120, "3 of 120 facilities"],
])("%d of %d is “%s”", (shown, all, text) => {
  expect(facilityCountText(shown, all)).toBe(text);
});
