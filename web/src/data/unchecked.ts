// Unvalidated JSON, read by the field names of the contract. Pure.

/** The documented fields of a body, each of unknown type. */
export type Unchecked<T> = { readonly [Key in keyof T]?: unknown };

/** Returns no fields if the body is not an object. */
export function fieldsOf<T>(body: unknown): Unchecked<T> {
  return typeof body === "object" && body !== null ? body : {};
}
