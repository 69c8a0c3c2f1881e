// The response of /readyz as text. Pure.
import type { Schemas } from "../data/contract.ts";
import { fieldsOf } from "../data/unchecked.ts";
import { shellText } from "./text.ts";

export interface ReadinessResponse {
  /** The HTTP status; null without a response. */
  status: number | null;
  body: unknown;
}

export interface Readiness {
  state: "ready" | "not-ready" | "unknown";
  headline: string;
  missing: string[];
}

export function describeReadiness(response: ReadinessResponse): Readiness {
  if (response.status === 200) return { state: "ready", headline: shellText().ready, missing: [] };
  if (response.status === 503) {
    return { state: "not-ready", headline: shellText().notReady, missing: failedChecks(response.body) };
  }
  const reason = response.status === null ? shellText().noResponse : `HTTP ${response.status}`;
  return { state: "unknown", headline: shellText().readinessUnknown, missing: [reason] };
}

function failedChecks(body: unknown): string[] {
  const { errors } = fieldsOf<Schemas["Problem"]>(body);
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const { field, message } = fieldsOf<Schemas["FieldProblem"]>(error);
    return typeof field === "string" && typeof message === "string" ? [`${field}: ${message}`] : [];
  });
}
