// A condition as rows of path, operator and value, and back. What has no row stays JSON, so nothing is lost. Pure.
import type { Json, JsonObject } from "../../data/json.ts";
import { configText } from "./config-text.ts";
import { listLines, numberOrText, parseLooseJson, toPrettyJson } from "./json-text.ts";
import { isObject, ownKey } from "./schema.ts";

export type Group = "All" | "Any";

export interface ComparisonRow {
  is: "comparison";
  path: string;
  operator: string;
  type: ValueType;
  /** The value as typed. */
  text: string;
  /** Its object in the config, which has the spelling of the keys. */
  source: JsonObject;
}

export interface JsonRow {
  is: "json";
  text: string;
}

export type Row = ComparisonRow | JsonRow;

export interface Condition {
  group: Group;
  /** The group as the config spells it. */
  key: string;
  rows: Row[];
}

export type ValueType = "none" | "text" | "number" | "flag" | "null" | "texts" | "numbers" | "json";

const GROUPS: readonly Group[] = ["All", "Any"];
const ORDERED: readonly ValueType[] = ["number", "text"];
const ONLY_TEXT: readonly ValueType[] = ["text"];
const VALUE_TYPES: Record<string, readonly ValueType[]> = {
  Greater: ORDERED,
  GreaterOrEqual: ORDERED,
  Less: ORDERED,
  LessOrEqual: ORDERED,
  StartsWith: ONLY_TEXT,
  EndsWith: ONLY_TEXT,
  Matches: ONLY_TEXT,
  In: ["texts", "numbers", "json"],
  Exists: ["none"],
  Missing: ["none"],
};
const ANY_VALUE: readonly ValueType[] = ["text", "number", "flag", "null", "json"];

export function operatorLabel(operator: string): string {
  return configText().operators[operator] ?? operator;
}

/** What the operator compares with, and the type that the row has now. */
export function valueTypes({ operator, type }: ComparisonRow): readonly ValueType[] {
  const types = VALUE_TYPES[operator] ?? ANY_VALUE;
  return types.includes(type) ? types : [...types, type];
}

/** Null when it is not a list of comparisons that all or any must match. */
export function readCondition(when: Json | undefined): Condition | null {
  if (when === undefined) return { group: "All", key: "All", rows: [] };
  const [entry, ...others] = isObject(when) ? Object.entries(when) : [];
  if (entry === undefined || others.length > 0) return null;
  const [key, list] = entry;
  const group = GROUPS.find((name) => name.toLowerCase() === key.toLowerCase());
  return group === undefined || !Array.isArray(list) ? null : { group, key, rows: list.map(readRow) };
}

export function writeCondition({ key, rows }: Condition): JsonObject {
  return { [key]: rows.map(writeRow) };
}

export function emptyCondition(operators: readonly string[]): Condition {
  return { group: "All", key: "All", rows: [newRow(operators[0] ?? "Equals")] };
}

export function newRow(operator: string): ComparisonRow {
  return { is: "comparison", path: "", operator, type: "text", text: "", source: {} };
}

function readRow(json: Json): Row {
  if (!isObject(json) || !isComparison(json)) return { is: "json", text: toPrettyJson(json) };
  const [path, operator] = [json[ownKey(json, "Path")] ?? "", json[ownKey(json, "Is")] ?? ""];
  if (typeof path !== "string" || typeof operator !== "string") return { is: "json", text: toPrettyJson(json) };
  return { is: "comparison", path, operator, ...typedValue(json[ownKey(json, "Value")]), source: json };
}

/** Has the keys of a comparison, each once in any case, and no other. */
function isComparison(json: JsonObject): boolean {
  const keys = Object.keys(json);
  const known = ["Path", "Is", "Value"].filter((name) => keys.includes(ownKey(json, name)));
  return known.length === keys.length && known.includes("Path") && known.includes("Is");
}

function writeRow(row: Row): Json {
  if (row.is === "json") return parseLooseJson(row.text) ?? null;
  const { source, path, operator } = row;
  const value = parsedValue(row);
  const { [ownKey(source, "Value")]: _value, ...kept } = source;
  return {
    ...kept,
    [ownKey(source, "Path")]: path,
    [ownKey(source, "Is")]: operator,
    ...(value === undefined ? {} : { [ownKey(source, "Value")]: value }),
  };
}

/** A value as its type and text; `parsedValue` is the way back. */
export function typedValue(value: Json | undefined): { type: ValueType; text: string } {
  if (value === undefined) return { type: "none", text: "" };
  if (value === null) return { type: "null", text: "" };
  if (typeof value === "string" && isOneLine(value)) return { type: "text", text: value };
  if (typeof value === "number") return { type: "number", text: String(value) };
  if (typeof value === "boolean") return { type: "flag", text: String(value) };
  if (Array.isArray(value) && value.every(isListLine)) return { type: "texts", text: value.join("\n") };
  if (Array.isArray(value) && value.every((item) => typeof item === "number"))
    return { type: "numbers", text: value.join("\n") };
  return { type: "json", text: toPrettyJson(value) };
}

/** What is not a number stays text; the form warns about it. */
export function parsedValue({ type, text }: { type: ValueType; text: string }): Json | undefined {
  switch (type) {
    case "none":
      return undefined;
    case "null":
      return null;
    case "text":
      return text;
    case "number":
      return text.trim() === "" ? undefined : numberOrText(text);
    case "flag":
      return text === "true";
    case "texts":
      return listLines(text);
    case "numbers":
      return listLines(text).map(numberOrText);
    case "json":
      return parseLooseJson(text);
  }
}

/** The lines of a number or a list of numbers that are none. */
export function notNumbers({ type, text }: ComparisonRow): string[] {
  if (type !== "number" && type !== "numbers") return [];
  return listLines(text).filter((line) => typeof numberOrText(line) === "string");
}

/** The row with another operator, and a type of value that it can compare with. */
export function withOperator(row: ComparisonRow, operator: string): ComparisonRow {
  const types = VALUE_TYPES[operator] ?? ANY_VALUE;
  if (types.includes(row.type)) return { ...row, operator };
  const similar: Partial<Record<ValueType, ValueType>> = {
    number: "numbers",
    text: "texts",
    numbers: "number",
    texts: "text",
  };
  const near = similar[row.type];
  return withType({ ...row, operator }, near !== undefined && types.includes(near) ? near : (types[0] ?? "text"));
}

/** The row with another type of value. Its text stays as far as the type allows. */
export function withType(row: ComparisonRow, type: ValueType): ComparisonRow {
  const isList = type === "texts" || type === "numbers" || type === "json";
  if (type === "flag") return { ...row, type, text: String(row.text !== "false") };
  return { ...row, type, text: isList || type === "none" ? row.text : (row.text.split("\n")[0] ?? "") };
}

function isOneLine(text: string): boolean {
  return !/[\r\n]/.test(text);
}

function isListLine(item: Json): boolean {
  return typeof item === "string" && isOneLine(item) && item !== "" && item.trim() === item;
}
