// What the reference reads of an OpenAPI 3.1 document, and how it is grouped. Pure.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  example?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  pattern?: string;
}

export type Content = Record<string, { schema?: Schema }>;

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface OperationBody {
  tags?: string[];
  summary?: string;
  description?: string;
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; description?: string; content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
  security?: Record<string, string[]>[];
}

export interface OpenApi {
  info: { title: string; description?: string; version: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, OperationBody>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Operation extends OperationBody {
  /** Upper case. */
  method: string;
  path: string;
  /** For links to it. */
  anchor: string;
}

export interface Group {
  name: string;
  description: string;
  operations: Operation[];
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** In the order of the document's tags; operations in the order of its paths. */
export function groupOperations({ paths, tags = [] }: OpenApi): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method): Operation[] => {
      const body = methods[method];
      const anchor = body?.operationId ?? `${method}${path.replace(/\W+/g, "_")}`;
      return body === undefined ? [] : [{ ...body, method: method.toUpperCase(), path, anchor }];
    }),
  );
  const named = tags.map(({ name, description = "" }) => ({ name, description }));
  const untagged = all
    .flatMap(({ tags: given }) => given ?? ["Other"])
    .filter((tag) => !named.some(({ name }) => name === tag));
  const groups = [...named, ...[...new Set(untagged)].map((name) => ({ name, description: "" }))];
  return groups
    .map((group) => ({
      ...group,
      operations: all.filter(({ tags: given }) => (given?.[0] ?? "Other") === group.name),
    }))
    .filter(({ operations }) => operations.length > 0);
}

/** Every word must be in the path, the method or the texts. */
export function searchOperations(groups: readonly Group[], search: string): Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ method, path, summary = "", description = "" }: Operation): boolean => {
    const text = `${method} ${path} ${summary} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter(matches) }))
    .filter(({ operations }) => operations.length > 0);
}

/** Whether anyone may call it. */
export function isPublic({ security }: OperationBody): boolean {
  return security === undefined || security.length === 0 || security.some((one) => Object.keys(one).length === 0);
}
