export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface ReceivedPush {
  headers: Record<string, string | string[] | undefined>;
  /** The claims of the sender's token. */
  claims: { aud: string; sub: string; exp: number };
  /** The decrypted JSON. */
  text: string;
}

export interface PushReceiver {
  subscription: BrowserSubscription;
  /** The next message that was not returned yet. */
  next: () => Promise<ReceivedPush>;
  stop: () => Promise<void>;
}

export function startPushReceiver(): Promise<PushReceiver>;
