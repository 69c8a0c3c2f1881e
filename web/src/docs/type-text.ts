// The type of a value in words. Pure.
import type { Schema } from "./document.ts";

/** A part of the text; `schema` names a schema to link to. */
export interface TypePart {
  text: string;
  schema?: string;
}

/** “array of Ring”, “string (date-time) or null” */
export function typeParts(schema: Schema): TypePart[] {
  const name = refName(schema);
  if (name !== null) return [{ text: name, schema: name }];
  const choices = schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return join(choices.map(typeParts), schema.oneOf === undefined ? " and " : " or ");
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type ?? "any"]).map((type) => plain(type, schema));
  return join(types, " or ");
}

function plain(type: string, schema: Schema): TypePart[] {
  if (type === "array") return [{ text: "array of " }, ...typeParts(schema.items ?? {})];
  if (type === "object" && typeof schema.additionalProperties === "object")
    return [{ text: "object of " }, ...typeParts(schema.additionalProperties)];
  const isFormatted = schema.format !== undefined && type !== "null" && !/^(int|double|float)/.test(schema.format);
  return [{ text: isFormatted ? `${type} (${schema.format})` : type }];
}

function join(parts: readonly TypePart[][], separator: string): TypePart[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: separator }, ...part]));
}

export function refName({ $ref }: Schema): string | null {
  return $ref?.split("/").at(-1) ?? null;
}

/** “above 0, at most 500”; empty without limits. */
export function limitsText({ minimum, maximum, exclusiveMinimum, maxLength, pattern, enum: values }: Schema): string {
  const number = (value: number): string => value.toLocaleString("en-US");
  return [
    values === undefined ? "" : `one of ${values.map((value) => `\`${String(value)}\``).join(", ")}`,
    exclusiveMinimum === undefined ? "" : `above ${number(exclusiveMinimum)}`,
    minimum === undefined ? "" : `at least ${number(minimum)}`,
    maximum === undefined ? "" : `at most ${number(maximum)}`,
    maxLength === undefined ? "" : `at most ${number(maxLength)} characters`,
    pattern === undefined ? "" : `matches \`${pattern}\``,
  ]
    .filter(Boolean)
    .join(", ");
}
