import { expect, test } from "vitest";
import { valueText } from "./value-text.ts";

test.each([
  [null, null],
  [undefined, null],
  ["Inbox", "Inbox"],
  ["", '""'],
  [8.5, "8.5"],
  [false, "false"],
  [["Active"], '[\n  "Active"\n]'],
])("%j is shown as %j", (value, expected) => {
  expect(valueText(value)).toBe(expected);
});
