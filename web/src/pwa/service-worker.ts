// Shows notifications, and an honest page without a connection. Caches no page and no status: what it could show from
// a cache would look like the current status.
import { readPushKey } from "../data/push.ts";
import { chooseLanguage } from "../status-text/language.ts";
import { decodeKey } from "./application-key.ts";
import { readLastContact } from "./last-contact.ts";
import { notificationFor } from "./notification.ts";
import { offlinePage } from "./offline-page.ts";
import { readRecord, renew } from "./subscription-record.ts";
import type { WorkerScope } from "./worker-scope.ts";

const worker = globalThis as unknown as WorkerScope;
const PUBLIC_PAGE = /^\/(f\/\d+\/?)?$/;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const isPublicPage = request.mode === "navigate" && PUBLIC_PAGE.test(new URL(request.url).pathname);
  if (isPublicPage) event.respondWith(fetch(request).catch(() => offlineResponse(request.url)));
});

worker.addEventListener("push", (event) => {
  const { title, options } = notificationFor(event.data?.text() ?? "", Date.now(), navigator.languages);
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage((event.notification.data as { path: string }).path));
});

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain()));

async function offlineResponse(url: string): Promise<Response> {
  const contact = await readLastContact().catch(() => null);
  const language = chooseLanguage([new URL(url).searchParams.get("lang"), contact?.language, ...navigator.languages]);
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'",
  };
  return new Response(offlinePage(language, contact?.at ?? null), { status: 503, headers });
}

/** Focuses a window that shows the page, or opens one. */
async function openPage(path: string): Promise<void> {
  const { pathname } = new URL(path, worker.location.origin);
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === pathname);
  await (open === undefined ? worker.clients.openWindow(path) : open.focus());
}

/** The push service has ended the subscription of this browser. */
async function subscribeAgain(): Promise<void> {
  const facilities = Object.keys(await readRecord()).map(Number);
  if (facilities.length === 0) return;
  const key = decodeKey(await readPushKey(AbortSignal.timeout(20_000)));
  const options = { userVisibleOnly: true, applicationServerKey: key };
  await renew(await worker.registration.pushManager.subscribe(options), facilities, Date.now());
}
