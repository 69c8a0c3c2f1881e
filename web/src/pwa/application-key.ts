// The key of the service, as browsers want it. Pure.

export function decodeKey(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Whether a subscription was made with this key. With another key the browser would reject every message. */
export function hasKey(subscription: Pick<PushSubscription, "options">, key: Uint8Array): boolean {
  const buffer = subscription.options.applicationServerKey;
  if (buffer === null) return false;
  const own = new Uint8Array(buffer);
  return own.length === key.length && own.every((byte, index) => byte === key[index]);
}
