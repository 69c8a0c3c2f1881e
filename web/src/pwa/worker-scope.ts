// The parts of a service worker that are used here. TypeScript has them in a library that excludes the one for pages.

interface LastingEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface WorkerEvents {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: LastingEvent & { request: Request; respondWith(response: Promise<Response>): void };
  push: LastingEvent & { data: { text(): string } | null };
  notificationclick: LastingEvent & { notification: Notification };
  pushsubscriptionchange: LastingEvent;
}

interface WindowClient {
  url: string;
  focus(): Promise<WindowClient>;
}

export interface WorkerScope {
  registration: ServiceWorkerRegistration;
  location: { origin: string };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}
