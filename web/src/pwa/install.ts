// Makes the public pages an app: registers the service worker and renews notifications.
import { renewSubscriptions, SERVICE_WORKER } from "./push-client.ts";

/** Failures leave a page that works as before. */
export function installApp(): void {
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    void navigator.serviceWorker
      .register(SERVICE_WORKER)
      .then(() => renewSubscriptions())
      .catch(() => undefined);
  });
}
