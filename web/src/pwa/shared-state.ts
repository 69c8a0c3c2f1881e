// Small values that the pages and the service worker share: a worker has no local storage, but both have caches.

const CACHE = "stormwire-state";

export async function readState<T>(key: string): Promise<T | null> {
  const found = await (await caches.open(CACHE)).match(key);
  return found === undefined ? null : ((await found.json()) as T);
}

export async function saveState<T>(key: string, value: T): Promise<void> {
  await (await caches.open(CACHE)).put(key, new Response(JSON.stringify(value)));
}
