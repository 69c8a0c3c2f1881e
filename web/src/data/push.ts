// Push subscriptions, for the pages and the service worker.
import type { Schemas } from "./contract.ts";
import { getJson, RequestFailed, sendJson } from "./public-api.ts";

export async function readPushKey(signal: AbortSignal): Promise<string> {
  return (await getJson("/push/key", signal)).publicKey;
}

/** Creates or renews it; returns its id. */
export async function saveSubscription(
  subscription: Pick<PushSubscription, "endpoint" | "toJSON">,
  facilityId: number,
  language: string,
): Promise<string> {
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  const body: Schemas["PushSubscriptionInput"] = {
    facilityId,
    endpoint: subscription.endpoint,
    keys: { p256dh, auth },
    language,
  };
  const response = await sendJson("POST", "/push/subscription", body);
  return ((await response.json()) as Schemas["PushSubscriptionCreated"]).id;
}

/** One that has already ended is no error. */
export async function deleteSubscription(id: string): Promise<void> {
  try {
    await sendJson("DELETE", `/push/subscription/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!(error instanceof RequestFailed && error.status === 404)) throw error;
  }
}
