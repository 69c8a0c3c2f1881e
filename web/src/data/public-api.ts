// Requests that need no session. Each has a time limit, is aborted when its page is removed, and fails with a `RequestFailed`.
import type { GetPath, QueryParams, ResponseBody, Schemas } from "./contract.ts";
import { fieldsOf } from "./unchecked.ts";

export const TIMEOUT_MS = 20_000;

/** There was no response, or not the requested one. */
export class RequestFailed extends Error {
  constructor(
    /** Null when there was no response at all. */
    readonly status: number | null,
    /** The service's own message. */
    readonly detail: string | null,
    readonly retryAfterMs: number | null,
  ) {
    super(detail ?? `no response (${status ?? "unreachable"})`);
  }
}

/** The one place where a response of the public API gets its type, which is the documented one of the path. */
export async function getJson<Path extends GetPath>(
  path: Path,
  signal: AbortSignal,
  query?: QueryParams<Path>,
): Promise<ResponseBody<Path>> {
  const response = await fetch(path + queryString(query), {
    // A change that was just announced must not be hidden by a response of the last second.
    cache: "no-cache",
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((cause: unknown) => unreachable(cause, signal));
  if (!response.ok) throw await readError(response);
  return response.json().catch((cause: unknown) => unreachable(cause, signal));
}

/** A change that needs no session. */
export async function sendJson(method: "POST" | "DELETE", path: string, body?: object): Promise<Response> {
  const content = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, { method, signal, ...(body === undefined ? {} : content) }).catch(() => {
    throw new RequestFailed(null, null, null);
  });
  if (!response.ok) throw await readError(response);
  return response;
}

/** An aborted request stays an `AbortError`. */
function unreachable(cause: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw cause;
  throw new RequestFailed(null, null, null);
}

async function readError(response: Response): Promise<RequestFailed> {
  const { detail } = fieldsOf<Schemas["Problem"]>(await response.json().catch(() => null));
  return new RequestFailed(
    response.status,
    typeof detail === "string" ? detail : null,
    retryAfterMs(response.headers.get("retry-after")),
  );
}

/** `Retry-After` in seconds; our service sends no dates. */
export function retryAfterMs(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) * 1000 : null;
}

/** With its question mark; empty without parameters. */
export function queryString(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
