import { expect, test } from "vitest";
import { matchingOptions, movedPosition } from "./combobox-options.ts";

const OPTIONS = [
  { value: "$.Message.Subject", note: "text of the message: Count" },
  { value: "$.BodyText", note: "text of the message" },
  { value: "$.Extract.Count", note: "number from “Extract strikes”" },
];

test.each([
  ["", ["$.Message.Subject", "$.BodyText", "$.Extract.Count"]],
  ["count", ["$.Message.Subject", "$.Extract.Count"]],
  ["count extract", ["$.Extract.Count"]],
  ["$.e", ["$.Extract.Count"]],
  ["$.b", ["$.BodyText"]],
  ["nothing", []],
])("%j finds %j", (text, found) => {
  expect(matchingOptions(OPTIONS, text).map(({ value }) => value)).toEqual(found);
});

test("an option that starts with the text comes first", () => {
  expect(matchingOptions([...OPTIONS, { value: "Count", note: "" }], "count")[0]?.value).toBe("Count");
});

test.each([
  [-1, 1, 3, 0],
  [-1, -1, 3, 2],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [0, 1, 0, -1],
] as const)("from %d by %d of %d to %d", (position, step, count, moved) => {
  expect(movedPosition(position, step, count)).toBe(moved);
});
