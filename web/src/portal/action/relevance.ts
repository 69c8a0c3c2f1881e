// Which keys of a field the form shows, depending on its other keys. Pure.
import type { JsonObject } from "../../data/json.ts";
import { type ConfigField, valueAt } from "./schema.ts";

const TYPES_WITH: Record<string, readonly string[]> = {
  Format: ["datetime"],
  TimeZone: ["datetime"],
  Decimal: ["number"],
  Hemispheres: ["latitude", "longitude"],
};

/** Always true for a key with a value, so that nothing in the config is invisible. */
export function isRelevant({ keys, name }: ConfigField, config: JsonObject): boolean {
  if (keys[0] !== "Fields" || (valueAt(config, keys) ?? null) !== null) return true;
  const sibling = (key: string) => valueAt(config, [...keys.slice(0, -1), key]);
  if (name === "MapDefault") return (sibling("Map") ?? null) !== null;
  const [types, type] = [TYPES_WITH[name], sibling("Type")];
  return types === undefined || (typeof type === "string" && types.includes(type));
}
