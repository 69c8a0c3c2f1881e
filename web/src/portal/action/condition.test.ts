import { describe, expect, test } from "vitest";
import type { Json } from "../../data/json.ts";
import {
  type ComparisonRow,
  notNumbers,
  parsedValue,
  readCondition,
  typedValue,
  type ValueType,
  valueTypes,
  withOperator,
  withType,
  writeCondition,
} from "./condition.ts";

const ROW: ComparisonRow = { is: "comparison", path: "$.A", operator: "Equals", type: "text", text: "x", source: {} };

function roundTrip(when: Json): Json | null {
  const condition = readCondition(when);
  return condition === null ? null : writeCondition(condition);
}

describe("a condition as rows", () => {
  test.each<[Json, string[]]>([
    [{ All: [{ Path: "$.Extract.Count", Is: "Greater", Value: 0 }] }, ["$.Extract.Count Greater number 0"]],
    [{ Any: [{ Path: "$.A", Is: "Exists" }] }, ["$.A Exists none "]],
    [{ All: [{ Path: "$.A", Is: "Missing", Value: null }] }, ["$.A Missing null "]],
    [{ any: [{ path: "$.A", is: "In", value: ["a", "b"] }] }, ["$.A In texts a\nb"]],
    [{ All: [{ Value: true, Path: "$.A", Is: "Equals" }] }, ["$.A Equals flag true"]],
    [{ All: [] }, []],
  ])("%j", (when, rows) => {
    const condition = readCondition(when);
    const shown = condition?.rows.map((row) =>
      row.is === "comparison" ? `${row.path} ${row.operator} ${row.type} ${row.text}` : "json",
    );
    expect(shown).toEqual(rows);
    expect(roundTrip(when)).toEqual(when);
  });

  test.each<Json>([
    { All: [{ Path: "$.A", Is: "Equals", Value: 1, Note: "mine" }] },
    { All: [{ Any: [{ Path: "$.A", Is: "Exists" }] }] },
    { All: ["text", 5, null, { Path: 5, Is: "Exists" }, { Path: "$.A" }] },
    { All: [{ Path: "$.A", path: "$.B", Is: "Exists" }] },
  ])("what is no comparison is a row of JSON: %j", (when) => {
    expect(readCondition(when)?.rows.every(({ is }) => is === "json")).toBe(true);
    expect(roundTrip(when)).toEqual(when);
  });

  test.each<Json>([null, "text", [], {}, { All: [], Any: [] }, { None: [] }, { All: {} }])("%j has no rows", (when) => {
    expect(readCondition(when)).toBeNull();
  });

  test("a config without a condition has no row yet", () => {
    expect(readCondition(undefined)).toEqual({ group: "All", key: "All", rows: [] });
  });
});

test("generated conditions stay the same", () => {
  const random = sequence(19);
  for (let round = 0; round < 2_000; round += 1) {
    const when = { [pick(random, ["All", "Any", "all"])]: list(random, () => comparison(random)) };
    expect(JSON.stringify(sorted(roundTrip(when)))).toBe(JSON.stringify(sorted(when)));
  }
});

test.each<[ValueType, string, Json | undefined]>([
  ["text", "", ""],
  ["number", "", undefined],
  ["number", " 2.50 ", 2.5],
  ["number", "two", "two"],
  ["flag", "true", true],
  ["flag", "false", false],
  ["null", "ignored", null],
  ["texts", " a \n\nb", ["a", "b"]],
  ["numbers", "1\nx", [1, "x"]],
  ["json", '{"a": 1}', { a: 1 }],
  ["json", "plain", "plain"],
  ["none", "kept", undefined],
])("%s %j is the value %j", (type, text, value) => {
  expect(parsedValue({ type, text })).toEqual(value);
});

test("what is not a number is named", () => {
  expect(notNumbers({ ...ROW, type: "numbers", text: "1\nx\n2 3" })).toEqual(["x", "2 3"]);
  expect(notNumbers({ ...ROW, type: "text", text: "x" })).toEqual([]);
});

test.each<[string, ValueType, string, ValueType, string]>([
  ["NotEquals", "text", "x", "text", "x"],
  ["In", "text", "x", "texts", "x"],
  ["In", "number", "5", "numbers", "5"],
  ["Equals", "texts", "a\nb", "text", "a"],
  ["Greater", "flag", "true", "number", "true"],
  ["Exists", "text", "x", "none", "x"],
  ["Equals", "none", "x", "text", "x"],
  ["Matches", "number", "5", "text", "5"],
])("%s after %s %j compares with %s %j", (operator, type, text, nextType, nextText) => {
  const row = withOperator({ ...ROW, type, text }, operator);
  expect([row.operator, row.type, row.text]).toEqual([operator, nextType, nextText]);
});

test("a type of value that does not fit the operator stays visible", () => {
  expect(valueTypes({ ...ROW, operator: "Exists", type: "number" })).toEqual(["none", "number"]);
  expect(valueTypes({ ...ROW, operator: "Later" })).toContain("json");
  expect(withType(ROW, "flag").text).toBe("true");
});

// Values from a fixed sequence, so that a failure can be repeated.

type Sequence = () => number;

function sequence(seed: number): Sequence {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<T>(random: Sequence, values: readonly [T, ...T[]]): T {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

function list<T>(random: Sequence, item: () => T): T[] {
  return Array.from({ length: Math.floor(random() * 4) }, item);
}

function comparison(random: Sequence): Json {
  const keys = pick(random, [
    ["Path", "Is", "Value"],
    ["path", "IS", "value"],
    ["Path", "Is", "Other"],
  ]);
  const row: Json = {
    [keys[0] ?? ""]: pick(random, ["", "$.A", "$.B[*].C"]),
    [keys[1] ?? ""]: pick(random, ["Equals", "In", "?"]),
  };
  return random() < 0.2 ? row : { ...row, [keys[2] ?? ""]: json(random, 0) };
}

function json(random: Sequence, depth: number): Json {
  const scalar = pick<Json>(random, [null, true, false, 0, -1.5, 1e30, "", " a ", "a\nb", "5", "null", '"', "ü\r"]);
  if (depth > 2 || random() < 0.5) return scalar;
  return random() < 0.6 ? list(random, () => json(random, depth + 1)) : { k: json(random, depth + 1) };
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted()
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

test("every value has a type and a text", () => {
  const random = sequence(7);
  for (let round = 0; round < 2_000; round += 1) {
    const value = json(random, 0);
    expect(parsedValue(typedValue(value))).toEqual(value);
  }
});
