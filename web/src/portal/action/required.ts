// What a config must contain. Pure.
import type { JsonObject } from "../../data/json.ts";
import { emptyCondition, writeCondition } from "./condition.ts";
import { type ConfigField, isObject, valueAt, withValue } from "./schema.ts";
import { actionText } from "./text.ts";

/** Contains the required fields: objects, first choices and empty text. */
export function emptyConfig(parts: readonly ConfigField[]): JsonObject {
  const config: JsonObject = {};
  for (const { name, kind, required } of parts) {
    if (kind.is === "object" && required) config[name] = emptyConfig(kind.parts);
    if (kind.is === "choice" && required && kind.options[0]) config[name] = kind.options[0].value;
    if (kind.is === "text" && required) config[name] = "";
    if (kind.is === "condition" && required) config[name] = writeCondition(emptyCondition(kind.operators));
  }
  return config;
}

/** Removes the optional groups around a changed value that have become empty: they are not used, not incomplete. */
export function withoutEmptyGroups(
  parts: readonly ConfigField[],
  config: JsonObject,
  changed: readonly string[],
): JsonObject {
  const group = parts.find(
    ({ keys, kind }) => kind.is === "object" && keys.every((key, depth) => key === changed[depth]),
  );
  if (group?.kind.is !== "object") return config;
  const inner = withoutEmptyGroups(group.kind.parts, config, changed);
  const value = valueAt(inner, group.keys);
  const isEmpty = isObject(value) && Object.values(value).every((one) => one === "");
  return isEmpty && !group.required ? withValue(inner, group.keys, undefined) : inner;
}

/** The paths of required fields without a value. */
export function missingRequired(parts: readonly ConfigField[], config: JsonObject): string[] {
  return parts.flatMap(({ path, keys, kind, required }) => {
    const value = valueAt(config, keys);
    if (kind.is === "object") return required || isObject(value) ? missingRequired(kind.parts, config) : [];
    return required && (value === undefined || value === null || value === "") ? [path] : [];
  });
}

/** “Required: Name, Op.Url.”, “2 problems found.” or “No problems found.” */
export function configCheckText(errorCount: number, missing: readonly string[]): string {
  if (missing.length > 0) return actionText().required(missing.join(", "));
  return errorCount === 0 ? actionText().noProblems : actionText().problems(errorCount);
}
