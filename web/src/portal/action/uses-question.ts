// What to ask before a TextExtract action stops providing something that a later action uses. Pure.
import type { Action } from "../../data/action.ts";
import type { Json, JsonObject } from "../../data/json.ts";
import { targetKey, userOfField, userOfTarget } from "./field-uses.ts";
import { type ConfigField, type Schema, withValue } from "./schema.ts";
import { actionText } from "./text.ts";

export interface UsesQuestion {
  question: string;
  detail: string;
  buttonLabel: string;
}

/** Null if nothing uses the entry. */
export function questionBeforeRemoval(
  schema: Schema,
  config: JsonObject,
  part: ConfigField,
  name: string,
  later: readonly Action[],
): UsesQuestion | null {
  if (!isTextExtract(schema) || part.path !== "Fields") return null;
  const user = userOfField(later, targetKey(config), name);
  if (user === null) return null;
  return {
    question: actionText().uses(user.name, name),
    detail: actionText().usesDetail,
    buttonLabel: actionText().remove(name),
  };
}

export function isGuarded(schema: Schema, { path }: ConfigField): boolean {
  return isTextExtract(schema) && path === "Op.Target";
}

/** Null if nothing uses what was written before the change. */
export function questionBeforeRename(
  config: JsonObject,
  before: Json | undefined,
  later: readonly Action[],
): UsesQuestion | null {
  const [old, now] = [targetKey(withValue(config, "Op.Target", before)), targetKey(config)];
  const user = old === now ? null : userOfTarget(later, old);
  if (user === null) return null;
  return {
    question: actionText().usesTarget(user.name, old, now),
    detail: actionText().usesDetail,
    buttonLabel: actionText().rename,
  };
}

function isTextExtract(schema: Schema): boolean {
  return schema.title === "TextExtract";
}
