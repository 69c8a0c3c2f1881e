// The form of a watcher of any kind: validation and conversion. Pure.
import type { Watcher } from "../../data/watcher.ts";
import type { Draft, FieldName, Fields } from "./fields.ts";

export type FieldErrors<F extends Fields> = Partial<Record<FieldName<F>, string>>;

export function toDraft<F extends Fields>(fields: F, watcher: Watcher | null): Draft<F> {
  const saved: Record<string, unknown> = watcher ?? {};
  const draft = Object.entries(fields).map(([name, { initial }]) => {
    const value = saved[name] ?? initial;
    return [name, typeof initial === "string" ? String(value) : value];
  });
  return Object.fromEntries(draft) as Draft<F>;
}

/** Returns errors by field. */
export function validate<F extends Fields>(fields: F, draft: Draft<F>): FieldErrors<F> {
  const errors = Object.entries(fields).map(([name, field]) => [name, field.error?.(draft[name], draft)]);
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined)) as FieldErrors<F>;
}

/** The body of a request. */
export function toInput<F extends Fields>(fields: F, draft: Draft<F>): Record<FieldName<F>, unknown> {
  const sent = Object.entries(fields).map(([name, field]) => [name, field.send(draft[name], draft)]);
  return Object.fromEntries(sent) as Record<FieldName<F>, unknown>;
}
