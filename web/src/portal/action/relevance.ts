// Which keys of a field the form shows, depending on the field's type. Pure.
import type { JsonObject } from "../../data/json.ts";
import { type ConfigField, valueAt } from "./schema.ts";

const TYPES_WITH: Record<string, readonly string[]> = {
  Format: ["datetime"],
  TimeZone: ["datetime"],
  Decimal: ["number", "latitude", "longitude"],
};

/** Always true for a key with a value, so that nothing in the config is invisible. */
export function isRelevant({ keys, name }: ConfigField, config: JsonObject): boolean {
  const types = keys[0] === "Fields" ? TYPES_WITH[name] : undefined;
  if (types === undefined || (valueAt(config, keys) ?? null) !== null) return true;
  const type = valueAt(config, [...keys.slice(0, -1), "Type"]);
  return typeof type === "string" && types.includes(type);
}
