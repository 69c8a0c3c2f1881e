// Which facilities this browser is notified about. The service only knows endpoints, not browsers.
import { RequestFailed } from "../data/public-api.ts";
import { saveSubscription } from "../data/push.ts";
import { SavedValue } from "../storm/saved-value.ts";
import { readState, saveState } from "./shared-state.ts";

const KEY = "/push-subscriptions";
const DAY_MS = 86_400_000;
/** The facilities of the record, for what cannot wait for it. */
const NOTIFIED = new SavedValue("stormwire-notified-facilities");

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
  NOTIFIED.write(Object.keys(record).join(" "));
  return saveState(KEY, record);
}

/** What the record will probably say: only enough to keep space for it. */
export function isProbablyNotified(facility: number): boolean {
  return (NOTIFIED.read() ?? "").split(" ").includes(String(facility));
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
