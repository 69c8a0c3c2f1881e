// What the service refuses, in words for people. Pure: no fetch, no DOM.
import type { Schemas } from "./contract.ts";
import { fieldsOf } from "./unchecked.ts";

export interface Problem {
  /** The HTTP status, or null when there was no answer at all. */
  status: number | null;
  /** A whole sentence. */
  words: string;
  /** Field name to sentence, as in `point.x`. */
  fields: Record<string, string>;
}

/** Thrown by every call of `src/data` that does not do what was asked. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.words);
  }
}

const MANY_TRIES = 429;

export function readProblem(status: number, body: unknown, retryAfter: string | null): Problem {
  const { detail, errors } = fieldsOf<Schemas["Problem"]>(body);
  const told = typeof detail === "string" && detail !== "" ? sentence(detail) : `The service answered ${status}.`;
  const words = status === MANY_TRIES ? `Too many wrong passwords. ${waitWords(retryAfter)}` : told;
  return { status, words, fields: readFields(errors) };
}

export function noAnswer(cause: unknown): Problem {
  const late = cause instanceof Error && cause.name === "TimeoutError";
  const words = late
    ? "The service took too long to answer. Try again."
    : "The service cannot be reached. Check your connection and try again.";
  return { status: null, words, fields: {} };
}

/** How long to wait, from the `Retry-After` header in seconds. */
export function waitWords(retryAfter: string | null): string {
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : null;
  if (seconds === null) return "Wait a little, then try again.";
  if (seconds < 60) return `Try again in ${count(Math.max(seconds, 1), "second")}.`;
  return `Try again in ${count(Math.ceil(seconds / 60), "minute")}.`;
}

/** The words about fields that the form does not show, so that none is lost. */
export function wordsBeside(problem: Problem, shown: readonly string[]): string | null {
  const named = Object.keys(problem.fields);
  return named.length > 0 && named.every((field) => shown.includes(field)) ? null : problem.words;
}

export function sentence(words: string): string {
  const trimmed = words.trim();
  const ended = /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

function readFields(errors: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!Array.isArray(errors)) return fields;
  for (const error of errors as unknown[]) {
    const { field, message } = fieldsOf<Schemas["FieldProblem"]>(error);
    if (typeof field === "string" && typeof message === "string") fields[field] ??= sentence(message);
  }
  return fields;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
