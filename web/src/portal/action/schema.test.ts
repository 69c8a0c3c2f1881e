import { describe, expect, test } from "vitest";
import { blank, partsOf, readJson, type Schema, valueAt, withValue } from "./schema.ts";

/** As schemars writes it for the Data handler, with a few more forms. */
const SCHEMA: Schema = {
  $defs: {
    Op: {
      type: "object",
      properties: {
        Action: { description: "What to do.", $ref: "#/$defs/Verb" },
        Target: { anyOf: [{ $ref: "#/$defs/Target" }, { type: "null" }] },
        Limit: { type: ["integer", "null"] },
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

describe("a form from a schema", () => {
  const parts = partsOf(SCHEMA);
  const find = (name: string) => parts.find((part) => part.name === name);

  test("has a part for every key, with its words", () => {
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

  test("has choices with their hints, and JSON where there are several forms", () => {
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
    ]);
  });

  test("begins with what is required", () => {
    expect(blank(parts)).toEqual({ Op: { Action: "Set" } });
  });

  test("a schema that says nothing draws nothing", () => {
    expect(partsOf({})).toEqual([]);
    expect(partsOf({ type: "string" })).toEqual([]);
  });
});

test("values are read and written by their path, whatever the case of the keys", () => {
  const config = { op: { Action: "Set" }, Data: { a: 1 } };
  expect(valueAt(config, "Op.Action")).toBe("Set");
  expect(valueAt(config, "Op.Action.More")).toBeUndefined();
  expect(withValue(config, "Op.Action", "Copy")).toEqual({ op: { Action: "Copy" }, Data: { a: 1 } });
  expect(withValue(config, "Segment.Filter", "x")).toEqual({ ...config, Segment: { Filter: "x" } });
  expect(withValue(config, "Data", undefined)).toEqual({ op: { Action: "Set" } });
  expect(config).toEqual({ op: { Action: "Set" }, Data: { a: 1 } });
});

test.each([
  ['{"a": 1}', { value: { a: 1 } }],
  ["[1]", { error: "A config is an object: it begins with { and ends with }." }],
  ["{", expect.objectContaining({ error: expect.stringContaining("not JSON yet") as string }) as object],
])("%s is read as %j", (text, reading) => {
  expect(readJson(text)).toEqual(reading);
});
