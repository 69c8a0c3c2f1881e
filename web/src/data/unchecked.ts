// JSON that came from outside and may be anything, read by the field names of the contract. Pure.

/** The documented fields of a body that was not checked yet. */
export type Unchecked<T> = { readonly [Key in keyof T]?: unknown };

/** None, when the body is no object at all. */
export function fieldsOf<T>(body: unknown): Unchecked<T> {
  return typeof body === "object" && body !== null ? body : {};
}
