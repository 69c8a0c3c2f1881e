import { expect, test } from "vitest";
import type { Json } from "../../data/json.ts";
import { listLines, numberOrText, parseLooseJson, toLooseJson } from "./json-text.ts";

test.each<[Json | undefined, string]>([
  [undefined, ""],
  ["", '""'],
  ["Ground", "Ground"],
  ["5", '"5"'],
  [5, "5"],
  ["null", '"null"'],
  [null, "null"],
  [true, "true"],
  [" ", '" "'],
  ['"quoted"', '"\\"quoted\\""'],
  [["a", 1], '["a",1]'],
])("%j is written as %s and read back", (value, text) => {
  expect(toLooseJson(value)).toBe(text);
  expect(parseLooseJson(text)).toEqual(value);
});

test("numbers and lines", () => {
  expect(["5", " 1.50 ", "", "x", "Infinity"].map(numberOrText)).toEqual([5, 1.5, "", "x", "Infinity"]);
  expect(listLines(" a \n\n b")).toEqual(["a", "b"]);
});
