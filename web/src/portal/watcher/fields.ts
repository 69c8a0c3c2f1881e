// One row per field of a watcher's form: the value of a new watcher, the check, and what is sent. Pure.
import { formatCount } from "../../status-text/page-language.ts";
import { commonText } from "../ui/text.ts";
import { watcherFormText } from "./form-text.ts";

/** Values of other fields are in `draft`. */
export interface Field<V, D = unknown> {
  initial: V;
  /** The value to send to the service. */
  send(value: V, draft: D): unknown;
  /** Undefined if the value is valid. */
  error?(value: V, draft: D): string | undefined;
}

/** The fields of a kind of watcher. */
export type Fields = Record<string, Field<unknown>>;

export type FieldName<F extends Fields> = keyof F & string;

/** The state of the form while it is edited: numbers are kept as typed text. */
export type Draft<F extends Fields> = { [Name in keyof F]: F[Name]["initial"] };

export function text<D = unknown>(
  initial: string,
  send: Field<string, D>["send"],
  error?: Field<string, D>["error"],
): Field<string, D> {
  return error === undefined ? { initial, send } : { initial, send, error };
}

export const flag = (initial: boolean): Field<boolean> => ({ initial, send: (value) => value });

export const asWritten = (value: string) => value;
export const trimmed = (value: string) => value.trim();
export const textOrNull = (value: string) => (value.trim() === "" ? null : value.trim());
export const numberOrNull = (value: string) => (value.trim() === "" ? null : Number(value));

export function inRange(value: string, min: number, max: number): boolean {
  return /^\d+$/.test(value.trim()) && Number(value) >= min && Number(value) <= max;
}

export function rangeError(value: string, min: number, max: number): string | undefined {
  return inRange(value, min, max) ? undefined : watcherFormText().invalidNumber(formatCount(min), formatCount(max));
}

/** A required whole number. */
export function wholeNumber(initial: number, min: number, max: number): Field<string> {
  return text(String(initial), Number, (value) => rangeError(value, min, max));
}

function nameError(value: string): string | undefined {
  if (value.trim() === "") return commonText().enterName;
  return [...value.trim()].length > 200 ? commonText().atMost200 : undefined;
}

/** Of all kinds. `isEnabled` and `processExisting` are not here: `storm-watcher-switch` sets them. */
export const COMMON_FIELDS = {
  name: text("", trimmed, nameError),
  description: text("", asWritten),
  resume: text("Manual", asWritten),
};

function expectError(value: string): string | undefined {
  const isValid = value.trim() === "" || inRange(value, 1, 44_640);
  return isValid ? undefined : watcherFormText().invalidExpect;
}

/** Of kinds with a folder, in a mailbox or on disk. */
export const FOLDER_FIELDS = {
  moveOnProcess: flag(true),
  leaveUnmatched: flag(false),
  expectEveryMinutes: text("", numberOrNull, expectError),
};
