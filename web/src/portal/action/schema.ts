// From a JSON Schema to the fields of a form. What has no field is edited as JSON. Pure.
import type { Json, JsonObject } from "../../data/json.ts";

export type Schema = JsonObject;

export interface ConfigField {
  /** For example `Op.Action`. */
  path: string;
  name: string;
  hint: string;
  required: boolean;
  kind: FieldKind;
}

export type FieldKind =
  | { is: "text"; long: boolean }
  | { is: "number"; whole: boolean }
  | { is: "flag" }
  | { is: "choice"; options: { value: string; hint: string }[] }
  | { is: "list" }
  | { is: "object"; parts: ConfigField[] }
  | { is: "map"; of: FieldKind }
  | { is: "json" };

const MAX_DEPTH = 8;

export function configFields(schema: Schema): ConfigField[] {
  const kind = kindOf(schema, schema, "", 0);
  return kind.is === "object" ? kind.parts : [];
}

function kindOf(schema: Json | undefined, root: Schema, path: string, depth: number): FieldKind {
  const plain = resolveSchema(schema, root);
  if (plain === null || depth > MAX_DEPTH) return { is: "json" };
  const options = choices(plain, root);
  if (options !== null) return { is: "choice", options };
  if (isObject(plain.properties)) return { is: "object", parts: fields(plain, root, path, depth) };
  switch (typeOf(plain)) {
    case "string":
      return { is: "text", long: typeof plain.contentMediaType === "string" };
    case "integer":
    case "number":
      return { is: "number", whole: typeOf(plain) === "integer" };
    case "boolean":
      return { is: "flag" };
    case "array":
      return kindOf(plain.items, root, path, depth + 1).is === "text" ? { is: "list" } : { is: "json" };
    case "object":
      return isObject(plain.additionalProperties)
        ? { is: "map", of: kindOf(plain.additionalProperties, root, path, depth + 1) }
        : { is: "map", of: { is: "json" } };
    default:
      return { is: "json" };
  }
}

function fields(schema: Schema, root: Schema, path: string, depth: number): ConfigField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties as JsonObject).map(([name, inner]) => {
    const fullPath = path === "" ? name : `${path}.${name}`;
    return {
      path: fullPath,
      name,
      hint: hintOf(inner, root),
      required: required.includes(name),
      kind: kindOf(inner, root, fullPath, depth + 1),
    };
  });
}

/** Follows references, and removes null from nullable types. */
export function resolveSchema(schema: Json | undefined, root: Schema): Schema | null {
  let plain = schema;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    if (!isObject(plain)) return null;
    const forms = [plain.anyOf, plain.oneOf].find(Array.isArray) as Json[] | undefined;
    const real = forms?.filter((form) => !(isObject(form) && form.type === "null"));
    if (typeof plain.$ref === "string") plain = followReference(plain.$ref, root);
    else if (real !== undefined && real.length === 1 && forms !== undefined && forms.length > 1) plain = real[0];
    else if (Array.isArray(plain.allOf) && plain.allOf.length === 1) plain = plain.allOf[0];
    else return plain;
  }
  return null;
}

function followReference(reference: string, root: Schema): Json | undefined {
  let found: Json | undefined = root;
  for (const key of reference.replace(/^#\/?/, "").split("/").filter(Boolean)) {
    found = isObject(found) ? found[key.replace(/~1/g, "/").replace(/~0/g, "~")] : undefined;
  }
  return found;
}

function choices(schema: Schema, root: Schema): { value: string; hint: string }[] | null {
  if (Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === "string")) {
    return (schema.enum as string[]).map((value) => ({ value, hint: "" }));
  }
  if (typeof schema.const === "string") return [{ value: schema.const, hint: hintOf(schema, root) }];
  const forms = [schema.oneOf, schema.anyOf].find(Array.isArray) as Json[] | undefined;
  if (forms === undefined) return null;
  const each = forms.map((form) => {
    const plain = resolveSchema(form, root);
    return plain === null ? null : choices(plain, root);
  });
  return each.every((options) => options !== null) ? each.flat() : null;
}

function typeOf(schema: Schema): string | null {
  const type = schema.type;
  if (typeof type === "string") return type;
  const real = Array.isArray(type) ? type.filter((name) => name !== "null") : [];
  return real.length === 1 && typeof real[0] === "string" ? real[0] : null;
}

function hintOf(schema: Json | undefined, root: Schema): string {
  if (!isObject(schema)) return "";
  if (typeof schema.description === "string") return schema.description.replace(/\s+/g, " ");
  const plain = resolveSchema(schema, root);
  return plain !== null && typeof plain.description === "string" && plain !== schema
    ? plain.description.replace(/\s+/g, " ")
    : "";
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path such as `Op.Action`. Keys ignore case, as in the service. */
export function valueAt(config: Json, path: string): Json | undefined {
  let value: Json | undefined = config;
  for (const key of path.split(".")) {
    if (!isObject(value)) return undefined;
    value = value[ownKey(value, key)];
  }
  return value;
}

/** A copy with another value at the path; undefined removes it. */
export function withValue(config: JsonObject, path: string, value: Json | undefined): JsonObject {
  const [first = "", ...rest] = path.split(".");
  const key = ownKey(config, first);
  const next = { ...config };
  if (rest.length === 0) {
    if (value === undefined) delete next[key];
    else next[key] = value;
    return next;
  }
  const inner = next[key];
  next[key] = withValue(isObject(inner) ? inner : {}, rest.join("."), value);
  return next;
}

function ownKey(object: JsonObject, key: string): string {
  return Object.hasOwn(object, key)
    ? key
    : (Object.keys(object).find((name) => name.toLowerCase() === key.toLowerCase()) ?? key);
}

/** Contains the required fields: objects, first choices and empty text. */
export function emptyConfig(parts: readonly ConfigField[]): JsonObject {
  const config: JsonObject = {};
  for (const { name, kind, required } of parts) {
    if (kind.is === "object" && required) config[name] = emptyConfig(kind.parts);
    if (kind.is === "choice" && required && kind.options[0]) config[name] = kind.options[0].value;
    if (kind.is === "text" && required) config[name] = "";
  }
  return config;
}

/** The paths of required fields without a value. */
export function missingRequired(parts: readonly ConfigField[], config: JsonObject): string[] {
  return parts.flatMap(({ path, kind, required }) => {
    const value = valueAt(config, path);
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

export type ParsedConfig = { value: JsonObject } | { error: string };

export function parseConfigJson(text: string): ParsedConfig {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value)
      ? { value }
      : { error: "The config must be a JSON object: it starts with { and ends with }." };
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = /position (\d+)/.exec(message);
    const line = position === null ? null : text.slice(0, Number(position[1])).split("\n").length;
    return { error: line === null ? "This is not valid JSON." : `This is not valid JSON. Check line ${line}.` };
  }
}
