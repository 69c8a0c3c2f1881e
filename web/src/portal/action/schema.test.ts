import { describe, expect, test } from "vitest";
import {
  configCheckText,
  configFields,
  emptyConfig,
  missingRequired,
  parseConfigJson,
  type Schema,
  valueAt,
  withValue,
} from "./schema.ts";

/** As schemars writes it for the Data handler, with more variants. */
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
    ]);
  });

  test("an empty config has what is required", () => {
    expect(emptyConfig(parts)).toEqual({ Op: { Action: "Set" } });
  });

  test("required fields without a value are missing", () => {
    expect(missingRequired(parts, {})).toEqual(["Op.Action"]);
    expect(missingRequired(parts, { Op: { Action: "" } })).toEqual(["Op.Action"]);
    expect(missingRequired(parts, { op: { action: "Set" } })).toEqual([]);
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
  expect(config).toEqual({ op: { Action: "Set" }, Data: { a: 1 } });
});

test.each([
  ['{"a": 1}', { value: { a: 1 } }],
  ["[1]", { error: "The config must be a JSON object: it starts with { and ends with }." }],
  ["{", expect.objectContaining({ error: expect.stringContaining("not valid JSON") as string }) as object],
])("%s is parsed as %j", (text, parsed) => {
  expect(parseConfigJson(text)).toEqual(parsed);
});

test.each([
  [0, [], "No problems found."],
  [1, [], "1 problem found."],
  [2, [], "2 problems found."],
  [1, ["Name", "Op.Url"], "Required: Name, Op.Url."],
])("%d errors and missing fields %j are “%s”", (errorCount, missing, text) => {
  expect(configCheckText(errorCount, missing)).toBe(text);
});
