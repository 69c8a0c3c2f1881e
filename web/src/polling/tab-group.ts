// The tabs of one browser: a lock that one of them holds, and messages to the others.

/** From the leading tab. */
export interface TabMessage {
  isChange: boolean;
  /** How long the service has been silent; null: nothing was ever received. */
  silentMs: number | null;
}

export interface LockRequest {
  /** Takes the lock from the tab that holds it. */
  steal: boolean;
  held: () => void;
  /** Another tab took the lock, or, if it is not supported after all, nothing can be locked here. */
  lost: (isSupported: boolean) => void;
}

export interface TabGroup {
  /** The returned function gives the lock back, or ends the wait for it. */
  requestLock: (request: LockRequest) => () => void;
  post: (message: TabMessage) => void;
  close: () => void;
}

/** Changes with the meaning of the messages: tabs may run different versions. */
const GROUP_NAME = "stormwire-stream-1";

/**
 * Null where tabs cannot share a connection: browsers have locks only in secure contexts. A page of another site keeps its own
 * connection: its locks and messages are not ours.
 */
export function joinTabs(serviceUrl: string, received: (message: TabMessage) => void): TabGroup | null {
  const isOwnPage = new URL(serviceUrl).origin === location.origin;
  if (!isOwnPage || !("locks" in navigator) || !("BroadcastChannel" in globalThis)) return null;
  const channel = new BroadcastChannel(GROUP_NAME);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => received(data);
  return { requestLock, post: (message) => channel.postMessage(message), close: () => channel.close() };
}

function requestLock({ steal, held, lost }: LockRequest): () => void {
  const waiting = new AbortController();
  let release: (() => void) | null = null;
  const whileHeld = () =>
    new Promise<void>((resolve) => {
      release = resolve;
      held();
    });
  // Browsers reject a request that steals and can be aborted.
  const options = steal ? { steal } : { signal: waiting.signal };
  navigator.locks
    .request(GROUP_NAME, options, whileHeld)
    .catch((error: unknown) => lost(error instanceof DOMException && error.name === "AbortError"));
  return () => (release ?? (() => waiting.abort()))();
}
