// The client of the portal. Every request has a timeout, is aborted with its page, and fails with an `ApiError`.
import createClient from "openapi-fetch";
import { ApiError, parseProblem, unreachableProblem } from "./problem.ts";
import type { paths } from "./schema.d.ts";

export type { Schemas } from "./contract.ts";

const TIMEOUT_MS = 15_000;
/** A trial on old messages ends after about a minute. */
const SLOW_TIMEOUT_MS = 90_000;
const UNAUTHORIZED = 401;

/** The service answered 401. The shell listens on the window. */
export class SessionEnded extends Event {
  static readonly type = "storm-session-ended";
  constructor() {
    super(SessionEnded.type);
  }
}

declare global {
  interface WindowEventMap {
    "storm-session-ended": SessionEnded;
  }
}

export const client = clientWithTimeout(TIMEOUT_MS);

/** For work that takes long. */
export const slowClient = clientWithTimeout(SLOW_TIMEOUT_MS);

function clientWithTimeout(timeoutMs: number) {
  const created = createClient<paths>({
    baseUrl: location.origin,
    fetch: (request) => fetchWithin(request, timeoutMs),
  });
  created.use({
    onResponse({ response, schemaPath }) {
      // A wrong password at sign-in is not an ended session.
      if (response.status === UNAUTHORIZED && schemaPath !== "/auth/login") window.dispatchEvent(new SessionEnded());
    },
  });
  return created;
}

/** Throws an `ApiError`; an aborted call stays an `AbortError`. */
export async function unwrap<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === "AbortError") throw cause;
    throw new ApiError(unreachableProblem(cause));
  });
  if (!response.ok) throw new ApiError(parseProblem(response.status, error, response.headers.get("retry-after")));
  return data as T;
}

function fetchWithin(request: Request, timeoutMs: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  return fetch(new Request(request, { signal, cache: "no-store" }));
}
