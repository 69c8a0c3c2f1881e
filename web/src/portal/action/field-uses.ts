// Which later actions use what a TextExtract action provides. Pure.
import type { Action } from "../../data/action.ts";
import type { Json, JsonObject } from "../../data/json.ts";
import { isObject, valueAt } from "./schema.ts";

const DEFAULT_TARGET = "$.Extract";

/** The context key that receives the records, without `$.`. */
export function targetKey(config: JsonObject): string {
  const target = valueAt(config, "Op.Target");
  return (typeof target === "string" && target !== "" ? target : DEFAULT_TARGET).replace(/^\$\./, "");
}

/** The first action that uses a field of the records at `$.<target>.Items`. */
export function userOfField(actions: readonly Action[], target: string, field: string): Action | null {
  return actions.find(({ config }) => usesField(config, target, field)) ?? null;
}

/** The first action that uses anything at `$.<target>`. */
export function userOfTarget(actions: readonly Action[], target: string): Action | null {
  const isUsed = mentions(`${atRoot(target)}(?!\\w)`);
  return actions.find(({ config }) => texts(config).some((text) => isPathOrTemplate(text) && isUsed(text))) ?? null;
}

/** The actions that run after this one; all of them if it is new. */
export function laterActions(actions: readonly Action[], actionId: number | null): Action[] {
  const position = actions.findIndex(({ id }) => id === actionId);
  return actions.slice(position + 1);
}

function usesField(config: JsonObject, target: string, field: string): boolean {
  const mentionsItems = mentions(String.raw`${atRoot(target)}["'\]]*\s*[.[]["'\s]*Items(?!\w)`);
  // Templates name the field of a record in a loop: `{% for item in Extract.Items %}{{ item.Name }}`.
  const mentionsField = mentions(String.raw`(?:\.\s*|\[\s*["'])${escapePattern(field)}(?!\w)`);
  if (texts(config).some((text) => mentionsItems(text) && mentionsField(text))) return true;
  const source = valueAt(config, "Op.Source");
  return (
    typeof source === "string" && mentionsItems(source) && recordFields(config).some((name) => isSame(name, field))
  );
}

/** The fields of the current record that `MatchOn` and `FieldMap` name. */
function recordFields(config: JsonObject): string[] {
  const [matchOn, fieldMap] = [valueAt(config, "MatchOn"), valueAt(config, "FieldMap")];
  const paths = isObject(fieldMap) ? Object.values(fieldMap).filter((path) => typeof path === "string") : [];
  const columns = Array.isArray(matchOn) ? matchOn.filter((column) => typeof column === "string") : [];
  // Columns that FieldMap fills come from its paths, not from a field of the same name.
  const mapped = isObject(fieldMap) ? Object.keys(fieldMap) : [];
  return [
    ...columns.filter((column) => !mapped.some((name) => isSame(name, column))),
    ...paths.filter((path) => !path.startsWith("$")).map((path) => path.split(/[.[]/)[0] ?? ""),
  ];
}

function isPathOrTemplate(text: string): boolean {
  return text.startsWith("$") || text.includes("{{") || text.includes("{%");
}

function texts(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return isObject(value) ? Object.values(value).flatMap(texts) : [];
}

/** A key at the root of the context: `$.Key`, `$['Key']`, or `Key` in a template. */
function atRoot(key: string): string {
  return String.raw`(?:\$\s*\.\s*|\$\[["']|(?<![\w.$]))${escapePattern(key)}`;
}

function mentions(pattern: string): (text: string) => boolean {
  const expression = new RegExp(pattern, "iu");
  return (text) => expression.test(text);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
