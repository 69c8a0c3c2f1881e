// What changed between two JSON values, field by field. Pure.

export interface Change {
  /** A dotted path, as in `point.x`; empty when the value is no object. */
  field: string;
  /** Undefined: it was not there. */
  before?: string;
  /** Undefined: it is not there any more. */
  after?: string;
}

/** The fields that differ, in the order in which they come. */
export function difference(before: unknown, after: unknown): Change[] {
  const [old, young] = [leaves(before), leaves(after)];
  const fields = new Set([...old.keys(), ...young.keys()]);
  return [...fields]
    .filter((field) => old.get(field) !== young.get(field))
    .map((field) => change(field, old.get(field), young.get(field)));
}

function change(field: string, before: string | undefined, after: string | undefined): Change {
  return { field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function leaves(value: unknown, path = "", found = new Map<string, string>()): Map<string, string> {
  // Null is “nothing there” in the trail, at the top as for a field.
  if (value === null || value === undefined) return found;
  if (typeof value === "object" && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) leaves(inner, path === "" ? name : `${path}.${name}`, found);
    return found;
  }
  return found.set(path, plain(value));
}

function plain(value: unknown): string {
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return JSON.stringify(value);
}
