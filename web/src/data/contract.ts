// The JSON of the public API, as types: generated from docs/openapi.json, addressed by path. Types only, so that
// the element does not grow.
import type { components, paths } from "./schema.d.ts";

export type Schemas = components["schemas"];

type JsonOf<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer Body } } } }
  ? Body
  : never;

/** The paths whose GET returns JSON. */
export type GetPath = {
  [Path in keyof paths]: [JsonOf<paths[Path]["get"]>] extends [never] ? never : Path;
}[keyof paths];

export type ResponseBody<Path extends GetPath> = NullsSent<JsonOf<paths[Path]["get"]>>;

export type QueryParams<Path extends GetPath> =
  NonNullable<paths[Path]["get"]> extends { parameters: { query?: infer Params } } ? NonNullable<Params> : never;

/** The service sends null for absent values; the document marks them as optional. */
type NullsSent<T> = T extends readonly (infer Item)[]
  ? NullsSent<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: NullsSent<Exclude<T[Key], undefined>> }
    : T;
