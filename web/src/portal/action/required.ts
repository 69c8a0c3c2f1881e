// What a config must contain. Pure.
import type { JsonObject } from "../../data/json.ts";
import { emptyCondition, writeCondition } from "./condition.ts";
import { type ConfigField, isObject, valueAt } from "./schema.ts";

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
  if (missing.length > 0) return `Required: ${missing.join(", ")}.`;
  if (errorCount === 0) return "No problems found.";
  return errorCount === 1 ? "1 problem found." : `${errorCount} problems found.`;
}
