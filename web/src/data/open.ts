// Calls that anyone may make. Each has a time limit, ends when its page goes away, and fails with an `Unanswered`.

const PATIENCE_MS = 20_000;

/** The service did not answer, or not with what was asked for. */
export class Unanswered extends Error {
  constructor(
    /** Null when there was no answer at all. */
    readonly status: number | null,
    /** What the service says, in its words. */
    readonly detail: string | null,
    readonly retryAfterMs: number | null,
  ) {
    super(detail ?? `no answer (${status ?? "unreachable"})`);
  }
}

export type Query = Record<string, string | number | undefined>;

export async function ask<T>(path: string, signal: AbortSignal, query: Query = {}): Promise<T> {
  const response = await fetch(path + search(query), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new Unanswered(null, null, null);
  });
  if (!response.ok) throw await refusal(response);
  return (await response.json().catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new Unanswered(null, null, null);
  })) as T;
}

async function refusal(response: Response): Promise<Unanswered> {
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: unknown };
  return new Unanswered(
    response.status,
    typeof detail === "string" ? detail : null,
    waitOf(response.headers.get("retry-after")),
  );
}

/** `Retry-After` in seconds; a date is not what our service sends. */
export function waitOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : null;
}

export function search(query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
  return given.length === 0
    ? ""
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
