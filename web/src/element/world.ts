// The browser, as the desk sees it.
import { moment } from "../words/moment.ts";
import type { World } from "./desk.ts";

export const browser: World = {
  now: moment,
  chance: Math.random,
  // Nothing of the visitor travels to the server: no cookies, no address of the page.
  fetch: (url, signal) => fetch(url, { signal, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" }),
  everySecond: (run) => {
    const timer = setInterval(run, 1_000);
    return () => clearInterval(timer);
  },
  onWake: (run) => {
    const stop = new AbortController();
    const seen = () => {
      if (document.visibilityState === "visible") run();
    };
    document.addEventListener("visibilitychange", seen, { signal: stop.signal });
    addEventListener("pageshow", run, { signal: stop.signal });
    addEventListener("online", run, { signal: stop.signal });
    return () => stop.abort();
  },
};
