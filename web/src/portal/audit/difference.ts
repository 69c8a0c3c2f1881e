// What changed between two JSON values, field by field. Pure.
import { auditText } from "./text.ts";

export interface Change {
  /** A dotted path, as in `point.x`; empty when the value is not an object. */
  field: string;
  /** Undefined when it did not exist. */
  before?: string;
  /** Undefined when it no longer exists. */
  after?: string;
}

export function listChanges(before: unknown, after: unknown): Change[] {
  const [old, current] = [flattenFields(before), flattenFields(after)];
  const fields = new Set([...old.keys(), ...current.keys()]);
  return [...fields]
    .filter((field) => old.get(field) !== current.get(field))
    .map((field) => toChange(field, old.get(field), current.get(field)));
}

function toChange(field: string, before: string | undefined, after: string | undefined): Change {
  return { field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function flattenFields(value: unknown, path = "", found = new Map<string, string>()): Map<string, string> {
  // The trail uses null for what does not exist, also for the whole value.
  if (value === null || value === undefined) return found;
  if (typeof value === "object" && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value))
      flattenFields(inner, path === "" ? name : `${path}.${name}`, found);
    return found;
  }
  return found.set(path, toText(value));
}

function toText(value: unknown): string {
  if (typeof value === "string") return value === "" ? auditText().empty : value;
  if (typeof value === "boolean") return value ? auditText().yes : auditText().no;
  return JSON.stringify(value);
}
