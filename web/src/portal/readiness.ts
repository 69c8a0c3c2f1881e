// What /readyz said, in words. Pure: no fetch, no DOM, no clock.
import type { Schemas } from "../data/contract.ts";
import { fieldsOf } from "../data/unchecked.ts";

export interface Reading {
  /** The HTTP status, or null when there was no answer at all. */
  status: number | null;
  body: unknown;
}

export interface Readiness {
  state: "ready" | "not-ready" | "unknown";
  headline: string;
  /** What is missing, one line each. */
  missing: string[];
}

export function describe(reading: Reading): Readiness {
  if (reading.status === 200) return { state: "ready", headline: "The service is ready", missing: [] };
  if (reading.status === 503) {
    return { state: "not-ready", headline: "The service is not ready", missing: missing(reading.body) };
  }
  const why = reading.status === null ? "it does not answer" : `it answered ${reading.status}`;
  return { state: "unknown", headline: "The state of the service is unknown", missing: [why] };
}

function missing(body: unknown): string[] {
  const { errors } = fieldsOf<Schemas["Problem"]>(body);
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const { field, message } = fieldsOf<Schemas["FieldProblem"]>(error);
    return typeof field === "string" && typeof message === "string" ? [`${field}: ${message}`] : [];
  });
}
