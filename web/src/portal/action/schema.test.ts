import { describe, expect, test } from "vitest";
import { configFields, parseConfigJson, type Schema, valueAt, withValue } from "./schema.ts";

/** As schemars writes it for the Data handler, with more variants. */
const SCHEMA: Schema = {
  $defs: {
    Op: {
      type: "object",
      properties: {
        Action: { description: "What to do.", $ref: "#/$defs/Verb" },
        Target: { anyOf: [{ $ref: "#/$defs/Target" }, { type: "null" }] },
        Limit: { type: ["integer", "null"] },
        Decimal: { type: ["string", "null"], enum: [".", ",", null] },
      },
      required: ["Action"],
    },
    Verb: {
      oneOf: [
        { type: "string", const: "Set", description: "Writes." },
        { type: "string", const: "Copy" },
      ],
    },
    Target: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
  },
  type: "object",
  properties: {
    Op: { $ref: "#/$defs/Op" },
    Data: { type: "object", additionalProperties: true },
    FieldMap: { type: "object", additionalProperties: { type: "string" }, description: "Keys\n and paths." },
    MatchOn: { type: "array", items: { type: "string" } },
    Distinct: { type: "boolean" },
    Loop: { $ref: "#/properties/Loop" },
  },
  required: ["Op"],
};

describe("the fields of a schema", () => {
  const parts = configFields(SCHEMA);
  const find = (name: string) => parts.find((part) => part.name === name);

  test("one for every key, with its hint", () => {
    expect(parts.map(({ name, kind }) => `${name}: ${kind.is}`)).toEqual([
      "Op: object",
      "Data: map",
      "FieldMap: map",
      "MatchOn: list",
      "Distinct: flag",
      "Loop: json",
    ]);
    expect(find("FieldMap")?.hint).toBe("Keys and paths.");
    expect(find("Op")?.required).toBe(true);
  });

  test("choices have hints; several types become JSON", () => {
    const op = find("Op")?.kind;
    expect(op?.is === "object" ? op.parts.map(({ path, kind }) => [path, kind]) : null).toEqual([
      [
        "Op.Action",
        {
          is: "choice",
          options: [
            { value: "Set", hint: "Writes." },
            { value: "Copy", hint: "" },
          ],
        },
      ],
      ["Op.Target", { is: "json" }],
      ["Op.Limit", { is: "number", whole: true }],
      [
        "Op.Decimal",
        {
          is: "choice",
          options: [
            { value: ".", hint: "" },
            { value: ",", hint: "" },
          ],
        },
      ],
    ]);
  });

  test("marks say what a text, an item or a key names", () => {
    const kinds = configFields({
      $defs: {
        Path: { type: "string", "x-kind": "context-path" },
        FieldMap: { type: "object", additionalProperties: { $ref: "#/$defs/Path" } },
      },
      type: "object",
      properties: {
        Source: { $ref: "#/$defs/Path" },
        Target: { type: ["string", "null"], "x-kind": "table" },
        Other: { type: "string", "x-kind": "unknown" },
        MatchOn: { type: ["array", "null"], items: { type: "string", "x-kind": "column" } },
        FieldMap: { $ref: "#/$defs/FieldMap", propertyNames: { "x-kind": "column" } },
        Data: { type: "object", propertyNames: { "x-kind": "column" } },
      },
    }).map(({ kind }) => kind);
    const path = { is: "text", long: false, picker: "context-path" };
    expect(kinds).toEqual([
      path,
      { ...path, picker: "table" },
      { ...path, picker: null },
      { is: "list", picker: "column" },
      { is: "map", of: path, keyPicker: "column" },
      { is: "map", of: { is: "json" }, keyPicker: "column" },
    ]);
  });

  test("a key without an effect has no field", () => {
    const unused = { type: ["object", "null"], "x-unused": true };
    const schema = { type: "object", properties: { Op: { type: "string" }, Data: unused } };
    expect(configFields(schema).map(({ name }) => name)).toEqual(["Op"]);
  });

  test("comparisons that all or any must match are a condition", () => {
    const group = (name: string): Schema => ({
      type: "object",
      properties: { [name]: { type: "array", items: { $ref: "#/$defs/Comparison" } } },
    });
    const schema: Schema = {
      $defs: {
        Comparison: { type: "object", properties: { Path: { type: "string" }, Is: { $ref: "#/$defs/Operator" } } },
        Operator: { oneOf: [{ const: "Equals" }, { const: "Exists" }] },
      },
      type: "object",
      properties: { When: { oneOf: [group("All"), group("Any")] }, Other: { oneOf: [group("All"), group("None")] } },
    };
    expect(configFields(schema).map(({ kind }) => kind)).toEqual([
      { is: "condition", operators: ["Equals", "Exists"] },
      { is: "json" },
    ]);
  });

  test("a number or the path of one has its own control, also if it may be missing", () => {
    const forms = [{ type: "number" }, { type: "string", "x-kind": "context-path" }];
    const schema: Schema = {
      $defs: { NumberOrPath: { anyOf: forms } },
      type: "object",
      properties: {
        Minutes: { $ref: "#/$defs/NumberOrPath" },
        RadiusMiles: { anyOf: [{ $ref: "#/$defs/NumberOrPath" }, { type: "null" }] },
        Other: { anyOf: [{ type: "number" }, { type: "string" }] },
      },
    };
    expect(configFields(schema).map(({ kind }) => kind.is)).toEqual(["number-or-path", "number-or-path", "json"]);
  });

  test("Map and MapDefault have their own controls", () => {
    const field = { type: "object", properties: { Map: { type: "object" }, MapDefault: {} } };
    expect(configFields(field).map(({ kind }) => kind.is)).toEqual(["value-map", "value"]);
    expect(configFields({ ...field, properties: { Map: { type: "object" } } })[0]?.kind.is).toBe("map");
  });

  test("an empty schema has no fields", () => {
    expect(configFields({})).toEqual([]);
    expect(configFields({ type: "string" })).toEqual([]);
  });
});

test("paths ignore the case of keys", () => {
  const config = { op: { Action: "Set" }, Data: { a: 1 } };
  expect(valueAt(config, "Op.Action")).toBe("Set");
  expect(valueAt(config, "Op.Action.More")).toBeUndefined();
  expect(withValue(config, "Op.Action", "Copy")).toEqual({ op: { Action: "Copy" }, Data: { a: 1 } });
  expect(withValue(config, "Segment.Filter", "x")).toEqual({ ...config, Segment: { Filter: "x" } });
  expect(withValue(config, "Data", undefined)).toEqual({ op: { Action: "Set" } });
  expect(withValue(config, ["Data", "b.c"], 2)).toEqual({ ...config, Data: { a: 1, "b.c": 2 } });
  expect(valueAt({ "a.b": { c: 1 } }, ["a.b", "c"])).toBe(1);
  expect(config).toEqual({ op: { Action: "Set" }, Data: { a: 1 } });
});

test.each([
  ['{"a": 1}', { value: { a: 1 } }],
  ["[1]", { error: "The config must be a JSON object: it starts with { and ends with }." }],
  ["{", expect.objectContaining({ error: expect.stringContaining("not valid JSON") as string }) as object],
])("%s is parsed as %j", (text, parsed) => {
  expect(parseConfigJson(text)).toEqual(parsed);
});
