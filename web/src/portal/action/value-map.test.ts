import { expect, test } from "vitest";
import type { JsonObject } from "../../data/json.ts";
import { isRepeated, otherType, readValueRows, writeValueRows } from "./value-map.ts";

test.each<JsonObject>([
  {},
  { CG: "Ground", "C.C": "Cloud", " IC ": "Cloud" },
  { a: 1, b: "1", c: true, d: "true", e: null, f: "null", g: "", h: " x ", i: '"' },
  { "": "nothing", __proto_: "x" },
  { list: [1, "2"], object: { k: "v" } },
])("%j stays the same", (map) => {
  expect(writeValueRows(readValueRows(map))).toEqual(map);
});

test.each([
  ["", null],
  ["Ground", null],
  ['"5"', null],
  ["5", "a number"],
  ["false", "true or false"],
  ["null", "no value (null)"],
  ["[1]", "a list"],
  ["{}", "an object"],
])("the value %s is %s", (typed, type) => {
  expect(otherType(typed)).toBe(type);
});

test("rows that are not typed yet", () => {
  const rows = [
    { text: "CG", value: "" },
    { text: "", value: "" },
    { text: "", value: "Unknown" },
  ];
  expect(writeValueRows(rows)).toEqual({ CG: "", "": "Unknown" });
});

test("a text that is listed before is repeated", () => {
  const rows = ["CG", "cg ", "IC", "", ""].map((text) => ({ text, value: "" }));
  expect(rows.map((_row, position) => isRepeated(rows, position))).toEqual([false, true, false, false, false]);
});
