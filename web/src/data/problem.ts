// API errors as messages for the user. Pure.
import type { Schemas } from "./contract.ts";
import { formatDuration } from "./duration.ts";
import { dataText } from "./text.ts";
import { fieldsOf } from "./unchecked.ts";

export interface Problem {
  /** The HTTP status; null without a response. */
  status: number | null;
  /** A whole sentence. */
  message: string;
  /** Sentences by field, for example `point.x`. */
  fields: Record<string, string>;
}

/** Thrown by every failed call of `src/data`. */
export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const TOO_MANY_REQUESTS = 429;

export function parseProblem(status: number, body: unknown, retryAfter: string | null): Problem {
  const { detail, errors } = fieldsOf<Schemas["Problem"]>(body);
  const reported = typeof detail === "string" && detail !== "" ? toSentence(detail) : dataText().http(status);
  const message = status === TOO_MANY_REQUESTS ? dataText().tooManyPasswords(retryAfterText(retryAfter)) : reported;
  return { status, message, fields: parseFieldErrors(errors) };
}

export function unreachableProblem(cause: unknown): Problem {
  const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
  const message = isTimeout ? dataText().timeout : dataText().unreachable;
  return { status: null, message, fields: {} };
}

/** From the `Retry-After` header in seconds. */
export function retryAfterText(retryAfter: string | null): string {
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : null;
  if (seconds === null) return dataText().waitAMoment;
  const rounded = seconds < 60 ? Math.max(seconds, 1) : Math.ceil(seconds / 60) * 60;
  return dataText().tryAgainIn(formatDuration(rounded * 1_000));
}

/** Null when the form shows all errors next to its fields. */
export function formMessage(problem: Problem, shown: readonly string[]): string | null {
  const fields = Object.keys(problem.fields);
  return fields.length > 0 && fields.every((field) => shown.includes(field)) ? null : problem.message;
}

export function toSentence(text: string): string {
  const trimmed = text.trim();
  const ended = /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

function parseFieldErrors(errors: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!Array.isArray(errors)) return fields;
  for (const error of errors as unknown[]) {
    const { field, message } = fieldsOf<Schemas["FieldProblem"]>(error);
    if (typeof field === "string" && typeof message === "string") fields[field] ??= toSentence(message);
  }
  return fields;
}
