// The one way to the service. Every call has a time limit, ends when its page goes away, and fails with a `Refusal`.
import createClient from "openapi-fetch";
import { noAnswer, Refusal, readProblem } from "./problem.ts";
import type { paths } from "./schema.d.ts";

export type { Schemas } from "./contract.ts";

const PATIENCE_MS = 15_000;
const UNAUTHORIZED = 401;

/** The service says that nobody is signed in, or not any more. The shell hears it on the window. */
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

export const client = createClient<paths>({ baseUrl: location.origin, fetch: patiently });

client.use({
  onResponse({ response, schemaPath }) {
    // A wrong password at the sign-in is no session that ended.
    if (response.status === UNAUTHORIZED && schemaPath !== "/auth/login") window.dispatchEvent(new SessionEnded());
  },
});

/** The data of a call, or a `Refusal`; an aborted call stays an `AbortError`. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof Error && cause.name === "AbortError") throw cause;
    throw new Refusal(noAnswer(cause));
  });
  if (!response.ok) throw new Refusal(readProblem(response.status, error, response.headers.get("retry-after")));
  return data as T;
}

function patiently(request: Request): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]);
  return fetch(new Request(request, { signal, cache: "no-store" }));
}
