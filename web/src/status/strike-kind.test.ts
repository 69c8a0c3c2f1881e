import { expect, test } from "vitest";
import { parseStrikeKind } from "./strike-kind.ts";

test.each([
  ["ground", "ground"],
  ["cloud", "cloud"],
  ["unknown", "unknown"],
  ["Ground", "unknown"],
  ["ball", "unknown"],
  [undefined, "unknown"],
  [null, "unknown"],
])("the kind %s is %s", (value, kind) => {
  expect(parseStrikeKind(value)).toBe(kind);
});
