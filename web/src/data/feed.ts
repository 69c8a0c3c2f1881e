// The lightning feed, as every screen that shows a status sees it.

export interface Feed {
  healthy: boolean | null;
  reason: string | null;
  lastCheckedAt: string | null;
  lastStrikeAt: string | null;
}

/** Null where the service has no lightning side to ask. */
export async function readFeed(signal: AbortSignal): Promise<Feed | null> {
  const response = await fetch("/lightning-strikes/status", { signal, cache: "no-store" });
  if (!response.ok) return null;
  const { feed } = (await response.json()) as { feed?: Feed };
  return feed ?? null;
}
