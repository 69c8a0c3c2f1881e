// Which facilities this browser is notified about. The service only knows endpoints, not browsers.
import { RequestFailed } from "../data/public-api.ts";
import { saveSubscription } from "../data/push.ts";
import { readState, saveState } from "./shared-state.ts";

const KEY = "/push-subscriptions";
const DAY_MS = 86_400_000;

interface RecordedSubscription {
  /** Ends it. */
  id: string;
  language: string;
  renewedAt: number;
}

/** By the id of the facility. */
export type SubscriptionRecord = Record<number, RecordedSubscription>;

export async function readRecord(): Promise<SubscriptionRecord> {
  return (await readState<SubscriptionRecord>(KEY)) ?? {};
}

export function saveRecord(record: SubscriptionRecord): Promise<void> {
  return saveState(KEY, record);
}

/** Those that were not renewed for a day. Pure. */
export function dueForRenewal(record: SubscriptionRecord, now: number): number[] {
  return Object.entries(record)
    .filter(([, { renewedAt }]) => !(Math.abs(now - renewedAt) < DAY_MS))
    .map(([facility]) => Number(facility));
}

/** Without renewals a subscription ends after half a year. A facility that was deleted is removed. */
export async function renew(
  subscription: Pick<PushSubscription, "endpoint" | "toJSON">,
  facilities: readonly number[],
  now: number,
): Promise<void> {
  const record = await readRecord();
  for (const facility of facilities) {
    const known = record[facility];
    if (known === undefined) continue;
    try {
      const id = await saveSubscription(subscription, facility, known.language);
      record[facility] = { ...known, id, renewedAt: now };
    } catch (error) {
      if (!(error instanceof RequestFailed && error.status === 404)) throw error;
      delete record[facility];
    }
  }
  await saveRecord(record);
}
