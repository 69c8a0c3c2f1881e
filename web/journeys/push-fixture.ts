// Fixtures for journeys of the installed app: a service with a feed, a push service, and a browser that is subscribed to it.
import { expect, type Page, test as playwrightTest, type Worker } from "@playwright/test";
import { failOnPageErrors } from "./page-errors.ts";
import { type BrowserSubscription, type PushReceiver, startPushReceiver } from "./push-receiver.mjs";
import { CHROMIUM } from "./service.mjs";
import { type StormService, startStormService } from "./storm-service.mjs";

export { expect };

interface AppFixtures {
  storm: StormService;
  receiver: PushReceiver;
}

export const test = playwrightTest.extend<AppFixtures, { service: StormService }>({
  serviceWorkers: "allow",
  launchOptions: [CHROMIUM, { scope: "worker" }],
  service: [
    async ({}, use) => {
      const service = await startStormService({ hasFeed: true });
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ service }, use) => {
    await use(service.url);
  },
  storm: async ({ service }, use) => {
    await service.removeStrikes();
    await use(service);
  },
  receiver: async ({}, use) => {
    const receiver = await startPushReceiver();
    await use(receiver);
    await receiver.stop();
  },
  page: async ({ page, context, storm, receiver }, use) => {
    await context.grantPermissions(["notifications"], { origin: storm.url });
    await page.addInitScript(replacePushService, receiver.subscription);
    await failOnPageErrors(page, () => use(page));
  },
});

/** Chromium subscribes only at its vendor's service. Everything else is the browser's own. */
function replacePushService({ endpoint, p256dh, auth }: BrowserSubscription): void {
  const KEY = "test-subscription";
  const current = () => {
    const bytes = localStorage.getItem(KEY)?.split(",").map(Number);
    if (bytes === undefined) return null;
    return {
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: new Uint8Array(bytes).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY);
        return true;
      },
    } as unknown as PushSubscription;
  };
  PushManager.prototype.getSubscription = async () => current();
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem(KEY, String(options?.applicationServerKey));
    return current() as PushSubscription;
  };
}

export async function facilityId(storm: StormService, name: string): Promise<number> {
  const response = await fetch(`${storm.url}/lightning-strikes/facilities`);
  const { facilities } = (await response.json()) as { facilities: { facilityId: number; name: string }[] };
  return facilities.find((facility) => facility.name === name)?.facilityId ?? 0;
}

/** A worker that is still activating misses messages. */
async function waitUntilActivated(page: Page): Promise<void> {
  const isActivated = async () => (await navigator.serviceWorker.ready).active?.state === "activated";
  await expect.poll(() => page.evaluate(isActivated)).toBe(true);
}

/** Hands a message to the service worker as the browser would. */
export async function deliver(page: Page, text: string): Promise<void> {
  await waitUntilActivated(page);
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const active = registrations.find(({ isDeleted }) => !isDeleted);
      if (active !== undefined) resolve(active.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const origin = new URL(page.url()).origin;
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await registered, data: text });
  await session.detach();
}

export function shownNotifications(page: Page): Promise<{ title: string; body: string }[]> {
  return page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, body }) => ({ title, body }));
  });
}

/** Clicks the only notification. Returns the address that the service worker opens: without a real click it may open none. */
export async function clickNotification(worker: Worker): Promise<string> {
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
      NotificationEvent: new (name: string, options: { notification: Notification | undefined }) => Event;
    };
    const opened = new Promise<string>((resolve) => {
      scope.clients.openWindow = async (url) => {
        resolve(url);
        return null;
      };
    });
    const [notification] = await scope.registration.getNotifications();
    globalThis.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    return opened;
  });
}
