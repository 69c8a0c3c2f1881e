// Turns notifications about a facility on and off in this browser.
import { deleteSubscription, readPushKey, saveSubscription } from "../data/push.ts";
import { decodeKey, hasKey } from "./application-key.ts";
import { type PushSupport, pushSupport, readTraits } from "./push-support.ts";
import { dueForRenewal, readRecord, renew, saveRecord } from "./subscription-record.ts";

export const SERVICE_WORKER = "/service-worker.js";

export type PushState = Exclude<PushSupport, "supported"> | "on" | "off";

/** Without waiting; null if the browser allows notifications, and the record says for which facilities they are on. */
export function knownPushState(): PushState | null {
  const support = pushSupport(readTraits());
  if (support !== "supported") return support;
  return Notification.permission === "granted" ? null : "off";
}

export async function readPushState(facility: number): Promise<PushState> {
  const known = knownPushState();
  if (known !== null) return known;
  const record = await readRecord();
  if (record[facility] === undefined) return "off";
  return (await currentSubscription()) === null ? "off" : "on";
}

/** Must be called by a click: browsers ask for permission only then. */
export async function enableNotifications(facility: number, language: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return readPushState(facility);
  const id = await saveSubscription(await subscribe(), facility, language);
  await saveRecord({ ...(await readRecord()), [facility]: { id, language, renewedAt: Date.now() } });
  return readPushState(facility);
}

export async function disableNotifications(facility: number): Promise<PushState> {
  const { [facility]: ended, ...others } = await readRecord();
  if (ended !== undefined) await deleteSubscription(ended.id);
  await saveRecord(others);
  if (Object.keys(others).length === 0) await (await currentSubscription())?.unsubscribe();
  return readPushState(facility);
}

/** On every visit. */
export async function renewSubscriptions(): Promise<void> {
  if (pushSupport(readTraits()) !== "supported" || Notification.permission !== "granted") return;
  const due = dueForRenewal(await readRecord(), Date.now());
  if (due.length > 0) await renew(await subscribe(), due, Date.now());
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The subscription of this browser, made with the current key of the service. */
async function subscribe(): Promise<PushSubscription> {
  const key = decodeKey(await readPushKey(AbortSignal.timeout(20_000)));
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known !== null && hasKey(known, key)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
