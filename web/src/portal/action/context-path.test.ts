import { describe, expect, test } from "vitest";
import type { ContextPath } from "../../data/context-path.ts";
import { absolutePath, exampleAt, isProvided, pathSteps, recordPaths, withEveryItem } from "./context-path.ts";

const PATHS: ContextPath[] = [
  { path: "$.Message.Subject", type: "text", example: "Lightning alert", from: "message" },
  { path: "$.Message.To", type: "list", example: '["storm@city.example"]', from: "message" },
  { path: "$.Attachments[0].Text", type: "text", example: "a,b", from: "message" },
  { path: "$.Attachments[?@.Name=='strikes.csv'].Text", type: "text", example: "c,d", from: "message" },
  { path: "$.Extract.Items[*].Latitude", type: "number", example: "34.7", from: "Extract strikes" },
  { path: "$.Extract.Count", type: "number", example: "3", from: "Extract strikes" },
  { path: "$.Http.Body", type: "any", from: "Ask the vendor" },
];

test.each([
  ["$", []],
  ["$.Extract.Items[0].Latitude", ["Extract", "Items", "[*]", "Latitude"]],
  ["$['Extract'][\"Items\"][-1:]", ["Extract", "Items", "[*]"]],
  ["$.Größe_1", ["Größe_1"]],
  ["$..Latitude", null],
  ["$.Items[?@.a == 1]", null],
  ["$.Extract.", null],
  ["Latitude", null],
])("the steps of %s are %j", (path, steps) => {
  expect(pathSteps(path)).toEqual(steps);
});

test.each([
  ["$", true],
  ["$.Message", true],
  ["$.Message.Subject", true],
  ["$.Message.Sbject", false],
  ["$.Message.Subject.Length", false],
  ["$.Message.To[0]", null],
  ["$.Attachments[7].Text", true],
  ["$.Attachments[0].FilePath", null],
  ["$.Attachment[0].Text", false],
  ["$.Extract.Items[*].Latitude", true],
  ["$.Extract.Items[0].Longitude", false],
  ["$.extract.Count", false],
  ["$.Http.Body.result.id", null],
  ["$..Latitude", null],
])("whether %s exists before the action: %s", (path, expected) => {
  expect(isProvided(PATHS, path)).toBe(expected);
});

test("nothing is known without a list", () => {
  expect(isProvided([], "$.Message.Subject")).toBeNull();
});

describe("values and records", () => {
  test.each([
    ["$.Message.Subject", "Lightning alert"],
    ["$.Extract.Items[2].Latitude", "34.7"],
    ["$.Http.Body", null],
    ["$.Attachments[?@.Name=='strikes.csv'].Text", "c,d"],
    ["$..x", null],
  ])("the example of %s is %j", (path, example) => {
    expect(exampleAt(PATHS, path)).toEqual(example);
  });

  test.each([
    ["Latitude", "$.Extract.Items", "$.Extract.Items[*].Latitude"],
    ["$.Count", "$.Extract.Items", "$.Count"],
    ["Latitude", null, null],
    ["Latitude", "Items", null],
  ])("%s of the records at %s is %s", (path, source, absolute) => {
    expect(absolutePath(path, source)).toBe(absolute);
  });

  test("a path to one item is offered for every item too", () => {
    const listed = PATHS.filter(({ path }) => path.startsWith("$.Attachments[0]") || path === "$.Extract.Count");
    expect(listed.flatMap(withEveryItem).map(({ path }) => path)).toEqual([
      "$.Attachments[*].Text",
      "$.Attachments[0].Text",
      "$.Extract.Count",
    ]);
  });

  test("the paths within records", () => {
    expect(recordPaths(PATHS, "$.Extract.Items").map(({ path }) => path)).toEqual(["Latitude"]);
    expect(recordPaths(PATHS, "$.Attachments").map(({ path }) => path)).toEqual(["Text"]);
    expect(recordPaths(PATHS, null)).toEqual([]);
  });
});
