// The fields of a config, by name. Names ignore case, as in the service. Pure.
import type { Json, JsonObject } from "../../data/json.ts";
import { isObject, valueAt, withValue } from "../action/schema.ts";

/** The fields of a strike. */
export const STRIKE_FIELDS: readonly string[] = ["Name", "Timestamp", "Type", "Latitude", "Longitude"];

export function fieldNames(config: JsonObject): string[] {
  return Object.keys(fieldsOf(config));
}

/** The name as the config spells it; null if there is no such field. */
export function fieldNamed(fields: readonly string[], name: string): string | null {
  return fields.find((field) => field.toLowerCase() === name.trim().toLowerCase()) ?? null;
}

export function fieldOf(config: JsonObject, name: string): Json | undefined {
  const fields = fieldsOf(config);
  const key = fieldNamed(Object.keys(fields), name);
  return key === null ? undefined : fields[key];
}

/** Replaces a field of the same name. */
export function withField(config: JsonObject, name: string, field: JsonObject): JsonObject {
  const fields = fieldsOf(config);
  const key = fieldNamed(Object.keys(fields), name) ?? name.trim();
  return withValue(config, "Fields", { ...fields, [key]: field });
}

/** A preview of a config without fields shows its records; empty `Fields` would be invalid. */
export function withoutEmptyFields(config: JsonObject): JsonObject {
  return fieldNames(config).length === 0 ? withValue(config, "Fields", undefined) : config;
}

/** What the service needs to find the records of a message, and to keep the settings of the field that is marked again. */
export function markedConfig(previewed: JsonObject, current: JsonObject, name: string): JsonObject {
  const field = fieldOf(current, name);
  return withValue(previewed, "Fields", field === undefined ? undefined : { [name]: field });
}

/** For the panel that names a selected value. */
export function suggestedNames(fields: readonly string[]): string[] {
  return [...STRIKE_FIELDS, ...fields.filter((field) => fieldNamed(STRIKE_FIELDS, field) === null)];
}

function fieldsOf(config: JsonObject): JsonObject {
  const fields = valueAt(config, "Fields");
  return isObject(fields) ? fields : {};
}
