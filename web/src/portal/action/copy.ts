// The copy of an action. The service never returns secrets, so a copy asks for them. Pure.
import type { Action, ActionInput } from "../../data/action.ts";
import type { Json, JsonObject } from "../../data/json.ts";
import { actionText } from "./text.ts";

/** What a stored secret reads as. */
export const MASK = "••••";

export interface ActionCopy {
  input: ActionInput;
  /** The paths of the secrets, such as `Op.Url`. They are empty in the copy. */
  secrets: string[];
}

export function copyOf(action: Action): ActionCopy {
  const { id: _id, order: _order, warnings: _warnings, name, ...rest } = action;
  const secrets: string[] = [];
  const config = withoutSecrets(action.config as JsonObject, [], secrets) as JsonObject;
  return { input: { ...rest, config, name: actionText().copyOf(name).slice(-200) }, secrets };
}

function withoutSecrets(value: Json, keys: readonly string[], found: string[]): Json {
  if (value === MASK) {
    found.push(keys.join("."));
    return "";
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, [...keys, key], found)]);
  return Object.fromEntries(entries) as JsonObject;
}
