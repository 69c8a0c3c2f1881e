// From a JSON Schema to the fields of a form. What has no field is edited as JSON. Pure.
import type { Json, JsonObject } from "../../data/json.ts";
import { configText } from "./config-text.ts";

export type Schema = JsonObject;

export interface ConfigField {
  /** For example `Op.Action`, as in the service's errors. */
  path: string;
  /** The keys from the root of the config to the value. A key can contain a dot. */
  keys: readonly string[];
  name: string;
  hint: string;
  required: boolean;
  kind: FieldKind;
}

export type FieldKind =
  | { is: "text"; long: boolean; picker: Picker | null }
  | { is: "number"; whole: boolean }
  /** A number, or the path of one. */
  | { is: "number-or-path" }
  | { is: "flag" }
  | { is: "choice"; options: { value: string; hint: string }[] }
  | { is: "list"; picker: Picker | null }
  | { is: "object"; parts: ConfigField[] }
  | { is: "map"; of: FieldKind; keyPicker: Picker | null }
  | { is: "condition"; operators: string[] }
  | { is: "value-map" }
  | { is: "value" }
  | { is: "json" };

/** What a text names, so that the form can offer what exists. */
export type Picker = "context-path" | "table" | "column";

const PICKERS: readonly Picker[] = ["context-path", "table", "column"];
const MAX_DEPTH = 8;

export function configFields(schema: Schema): ConfigField[] {
  const kind = kindOf(schema, schema, [], 0);
  return kind.is === "object" ? kind.parts : [];
}

function kindOf(schema: Json | undefined, root: Schema, keys: readonly string[], depth: number): FieldKind {
  const plain = resolveSchema(schema, root);
  if (plain === null || depth > MAX_DEPTH) return { is: "json" };
  const options = choices(plain, root);
  if (options !== null) return { is: "choice", options };
  const operators = conditionOperators(plain, root);
  if (operators !== null) return { is: "condition", operators };
  if (isNumberOrPath(plain, root)) return { is: "number-or-path" };
  if (isObject(plain.properties)) return { is: "object", parts: fields(plain, root, keys, depth) };
  switch (typeOf(plain)) {
    case "string":
      return { is: "text", long: typeof plain.contentMediaType === "string", picker: pickerOf(schema, root) };
    case "integer":
    case "number":
      return { is: "number", whole: typeOf(plain) === "integer" };
    case "boolean":
      return { is: "flag" };
    case "array": {
      const item = kindOf(plain.items, root, keys, depth + 1);
      return item.is === "text" ? { is: "list", picker: item.picker ?? pickerOf(schema, root) } : { is: "json" };
    }
    case "object":
      return {
        is: "map",
        of: isObject(plain.additionalProperties)
          ? kindOf(plain.additionalProperties, root, keys, depth + 1)
          : { is: "json" },
        keyPicker:
          pickerOf(isObject(schema) ? schema.propertyNames : null, root) ?? pickerOf(plain.propertyNames, root),
      };
    default:
      return { is: "json" };
  }
}

function fields(schema: Schema, root: Schema, keys: readonly string[], depth: number): ConfigField[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const shown = Object.entries(schema.properties as JsonObject).filter(([, inner]) => !isUnused(inner));
  return shown.map(([name, inner]) => {
    const innerKeys = [...keys, name];
    return {
      path: innerKeys.join("."),
      keys: innerKeys,
      name,
      hint: hintOf(inner, root),
      required: required.includes(name),
      kind: mappedKind(name, schema) ?? kindOf(inner, root, innerKeys, depth + 1),
    };
  });
}

/** Accepted by the service without an effect. */
function isUnused(schema: Json | undefined): boolean {
  return isObject(schema) && schema["x-unused"] === true;
}

/** `Map` has texts with the values to store instead, `MapDefault` the value for every other text. */
function mappedKind(name: string, { properties }: Schema): FieldKind | null {
  if (!isObject(properties) || !("Map" in properties && "MapDefault" in properties)) return null;
  if (name === "Map") return { is: "value-map" };
  return name === "MapDefault" ? { is: "value" } : null;
}

function isNumberOrPath({ anyOf }: Schema, root: Schema): boolean {
  if (!Array.isArray(anyOf)) return false;
  const [number, path, ...others] = anyOf.filter((form) => !(isObject(form) && form.type === "null"));
  return isObject(number) && number.type === "number" && pickerOf(path, root) === "context-path" && others.length === 0;
}

/** The operators of comparisons that all or any must match; null for any other schema. */
function conditionOperators(schema: Schema, root: Schema): string[] | null {
  const forms = Array.isArray(schema.oneOf) ? schema.oneOf : [];
  const comparisons = ["All", "Any"].map((group) => {
    const form = forms.find((form) => isObject(form) && isObject(form.properties) && group in form.properties);
    const list = valueAt(form ?? null, ["properties", group, "items"]);
    return valueAt(resolveSchema(list, root), ["properties"]);
  });
  const [all, any] = comparisons.map((keys) => (isObject(keys) && keys.Path ? resolveSchema(keys.Is, root) : null));
  if (!all || !any || forms.length !== comparisons.length) return null;
  return choices(all, root)?.map(({ value }) => value) ?? null;
}

/** The mark can be at the reference or at what it refers to. */
function pickerOf(schema: Json | undefined, root: Schema): Picker | null {
  if (!isObject(schema)) return null;
  const mark = schema["x-kind"] ?? resolveSchema(schema, root)?.["x-kind"];
  return PICKERS.find((picker) => picker === mark) ?? null;
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
  const listed = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : [];
  if (listed.length > 0 && listed.every((value) => typeof value === "string")) {
    return (listed as string[]).map((value) => ({ value, hint: "" }));
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

/** The value at a path such as `Op.Action`, or at a list of keys. Keys ignore case, as in the service. */
export function valueAt(config: Json, path: string | readonly string[]): Json | undefined {
  let value: Json | undefined = config;
  for (const key of keysOf(path)) {
    if (!isObject(value)) return undefined;
    value = value[ownKey(value, key)];
  }
  return value;
}

/** A copy with another value at the path; undefined removes it. */
export function withValue(config: JsonObject, path: string | readonly string[], value: Json | undefined): JsonObject {
  const [first = "", ...rest] = keysOf(path);
  const key = ownKey(config, first);
  if (rest.length > 0) {
    const inner = config[key];
    return { ...config, [key]: withValue(isObject(inner) ? inner : {}, rest, value) };
  }
  if (value !== undefined) return { ...config, [key]: value };
  const { [key]: _removed, ...others } = config;
  return others;
}

function keysOf(path: string | readonly string[]): readonly string[] {
  return typeof path === "string" ? path.split(".") : path;
}

/** The spelling of a key in the object. */
export function ownKey(object: JsonObject, key: string): string {
  return Object.hasOwn(object, key)
    ? key
    : (Object.keys(object).find((name) => name.toLowerCase() === key.toLowerCase()) ?? key);
}

export type ParsedConfig = { value: JsonObject } | { error: string };

export function parseConfigJson(text: string): ParsedConfig {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? { value } : { error: configText().notAnObject };
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = /position (\d+)/.exec(message);
    const line = position === null ? null : text.slice(0, Number(position[1])).split("\n").length;
    return { error: line === null ? configText().notJson : configText().notJsonAt(line) };
  }
}
