// The browser functions that polling uses; tests replace them.
import { type ClockReading, readClock } from "../status/clock.ts";
import { joinTabs, type TabGroup, type TabMessage } from "./tab-group.ts";

export interface PollingEnvironment {
  now: () => ClockReading;
  /** From 0 to 1. */
  random: () => number;
  fetch: (url: string, signal: AbortSignal) => Promise<Response>;
  /** Whether the page can be seen. */
  isVisible: () => boolean;
  /** Calls every second until the returned function is called. */
  everySecond: (run: () => void) => () => void;
  /** Calls when the page is visible again or the network is back. */
  onWake: (run: () => void) => () => void;
  /** Null if tabs cannot share a connection to this service. */
  joinTabs: (serviceUrl: string, received: (message: TabMessage) => void) => TabGroup | null;
}

export const browserEnvironment: PollingEnvironment = {
  now: readClock,
  random: Math.random,
  // Privacy: no cookies, no referrer.
  fetch: (url, signal) => fetch(url, { signal, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" }),
  isVisible: () => document.visibilityState === "visible",
  everySecond: (run) => {
    const timer = setInterval(run, 1_000);
    return () => clearInterval(timer);
  },
  onWake: (run) => {
    const stop = new AbortController();
    const whenVisible = () => {
      if (document.visibilityState === "visible") run();
    };
    document.addEventListener("visibilitychange", whenVisible, { signal: stop.signal });
    // Also fires at the end of the first load, which is no reason to ask again.
    addEventListener("pageshow", (event) => event.persisted && run(), { signal: stop.signal });
    addEventListener("online", run, { signal: stop.signal });
    return () => stop.abort();
  },
  joinTabs,
};
