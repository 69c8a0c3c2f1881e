import { describe, expect, test } from "vitest";
import { configFields } from "./schema.ts";
import {
  exampleText,
  findTable,
  type PickerContext,
  pickedExample,
  pickerContext,
  pickerOptions,
  pickerWarning,
  type Suggestions,
} from "./suggestions.ts";

const SUGGESTIONS: Suggestions = {
  paths: [
    { path: "$.Message.Subject", type: "text", example: "Lightning\n alert", from: "message" },
    { path: "$.Extract.Items", type: "list", from: "Read strikes" },
    { path: "$.Extract.Items[*].Latitude", type: "number", example: "34.7", from: "Read strikes" },
  ],
  tables: [
    {
      name: "data.LightningStrike",
      kind: "Table",
      columns: [
        { name: "Latitude", type: "number", required: true, generated: false },
        { name: "Name", type: "text", required: false, generated: false },
        { name: "Location", type: "any", required: false, generated: true },
      ],
    },
    { name: "data.Facility", kind: "Table", columns: [] },
    { name: "organization.Facility", kind: "View", columns: [] },
    {
      name: "data.BatchThreat",
      kind: "Procedure",
      columns: [{ name: "RadiusMiles", type: "number", required: false, generated: false }],
    },
  ],
};

const PARTS = configFields({
  type: "object",
  properties: {
    Op: { type: "object", properties: { Target: { type: "string", "x-kind": "table" } } },
    MatchOn: { type: "array", items: { type: "string", "x-kind": "column" } },
  },
});

function contextOf(target: string, source: string | null = "$.Extract.Items"): PickerContext {
  return pickerContext(SUGGESTIONS, PARTS, { Op: { Target: target, ...(source === null ? {} : { Source: source }) } });
}

test.each([
  ["data.LightningStrike", "data.LightningStrike"],
  ["lightningstrike", "data.LightningStrike"],
  ["Facility", undefined],
  ["organization.facility", "organization.Facility"],
  ["data.Other", undefined],
])("the table %s is %s", (name, found) => {
  expect(findTable(SUGGESTIONS.tables, name)?.name).toBe(found);
});

describe("options", () => {
  test("paths show their origin and an example", () => {
    expect(pickerOptions("context-path", contextOf("x"))[0]).toEqual({
      value: "$.Message.Subject",
      note: "text of the message: Lightning alert",
    });
    expect(pickerOptions("context-path", contextOf("x"))[1]?.note).toBe("list from “Read strikes”");
  });

  test("a record's own paths come first where they are possible", () => {
    const values = pickerOptions("context-path", contextOf("x"), "in-record").map(({ value }) => value);
    expect(values).toEqual(["Latitude", "$.Message.Subject", "$.Extract.Items", "$.Extract.Items[*].Latitude"]);
  });

  test("a condition can use any item of a list", () => {
    const paths = [0, 1].map((index) => ({ path: `$.Items[${index}].A`, type: "text", from: "message" }));
    const context = pickerContext({ paths, tables: [] }, [], {});
    const values = pickerOptions("context-path", context, "any-match").map(({ value }) => value);
    expect(values).toEqual(["$.Items[*].A", "$.Items[0].A", "$.Items[1].A"]);
  });

  test("tables, and the columns of the chosen one", () => {
    expect(pickerOptions("table", contextOf("x"))[0]).toEqual({
      value: "data.LightningStrike",
      note: "Table: Latitude, Name, Location",
    });
    expect(pickerOptions("column", contextOf("LightningStrike"))).toEqual([
      { value: "Latitude", note: "number, required" },
      { value: "Name", note: "text" },
    ]);
    expect(pickerOptions("column", contextOf("Other"))).toEqual([]);
  });
});

test.each([
  ["context-path", "$.Message.Subject", null],
  ["context-path", "$.Mesage.Subject", "Neither the message nor an earlier action provides $.Mesage.Subject."],
  ["context-path", "Latitude", null],
  ["context-path", "Longitude", "Neither the message nor an earlier action provides $.Extract.Items[*].Longitude."],
  ["context-path", "", null],
  ["column", "latitude", null],
  ["column", "Lat", "The table data.LightningStrike has no column Lat."],
  ["table", "anything", null],
] as const)("the warning about the %s %j: %s", (picker, text, warning) => {
  expect(pickerWarning(picker, text, contextOf("LightningStrike"))).toBe(warning);
});

test("a procedure has parameters", () => {
  expect(pickerWarning("column", "Radius", contextOf("BatchThreat"))).toBe(
    "The procedure data.BatchThreat has no parameter Radius.",
  );
});

test("nothing is warned about without lists", () => {
  const context = pickerContext({ paths: [], tables: [] }, PARTS, { Op: { Target: "LightningStrike" } });
  expect(pickerWarning("context-path", "$.Typo", context)).toBeNull();
  expect(pickerWarning("column", "Typo", context)).toBeNull();
  expect(pickerWarning("context-path", "Typo", contextOf("x", null))).toBeNull();
});

test("the example of a path is one short line", () => {
  expect(pickedExample("context-path", "$.Message.Subject", contextOf("x"))).toBe("Lightning alert");
  expect(pickedExample("context-path", "Latitude", contextOf("x"))).toBe("34.7");
  expect(pickedExample("table", "data.LightningStrike", contextOf("x"))).toBeNull();
  expect(exampleText("x".repeat(200))).toHaveLength(80);
  expect([undefined, null, ""].map(exampleText)).toEqual([null, null, null]);
});
