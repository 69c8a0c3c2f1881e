// A fake status API with strikes, clock and network controlled by the test. The element's script comes from the real binary.
import { createServer } from "node:http";

const START = Date.parse("2026-07-15T19:03:11Z");
const MINUTE = 60_000;
const PROXIMITY = /\/lightning-strikes\/facilities\/\d+\/proximity/;
const STREAM = /\/lightning-strikes\/stream/;
/** Shorter than the timeout of a request. Playwright adds a script to the page for each step. */
const STEP_MS = 10_000;
const CORS = { "access-control-allow-origin": "*" };

export class FakeStatusApi {
  /** The requested URLs, in order. */
  requests = [];
  status = "Clear";
  /** @type {boolean | null} */
  healthy = true;
  strikes = [{ miles: 21.43, at: START - 62 * MINUTE, kind: "ground" }];
  /** @type {number | null} */
  errorStatus = null;
  isOffline = false;
  name = "Birchmoor Aquatic Center";
  timezone = "America/Chicago";
  now = START;
  /** @type {import("node:http").Server | null} */
  hostServer = null;

  /** @param {import("@playwright/test").Page} page */
  constructor(page) {
    this.page = page;
  }

  /** From now on the page's clock moves only by `advance`. */
  async pauseClock() {
    // The clock runs until it is paused, which takes a while on a busy machine, and it cannot be paused in its past.
    await this.page.clock.install({ time: START - 60_000 });
    await this.page.clock.pauseAt(START);
  }

  async intercept() {
    await this.page.addInitScript(countOpenRequests);
    // These journeys are about polling, which goes on without a stream.
    await this.page.route(STREAM, (route) => route.fulfill({ status: 503, headers: CORS }));
    await this.page.route(PROXIMITY, (route) => {
      this.requests.push(route.request().url());
      // The page may be gone.
      this.respond(route).catch(() => undefined);
    });
  }

  /** @param {import("@playwright/test").Route} route */
  respond(route) {
    if (this.isOffline) return route.abort("internetdisconnected");
    if (this.errorStatus !== null)
      return route.fulfill({
        status: this.errorStatus,
        headers: CORS,
        json: { title: "No", status: this.errorStatus },
      });
    return route.fulfill({ headers: CORS, json: this.body(new URL(route.request().url())) });
  }

  /** In steps that wait for open requests, so that none runs into its timeout. */
  async advance(ms) {
    for (let left = ms; left > 0; left -= STEP_MS) {
      const step = Math.min(STEP_MS, left);
      this.now += step;
      await this.page.clock.runFor(step);
      while ((await this.page.evaluate(() => globalThis.openRequests)) > 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Strikes now. */
  addStrike(miles, kind = "ground") {
    this.strikes.push({ miles, at: this.now, kind });
  }

  body({ pathname, searchParams }) {
    const number = (name, defaultValue) => Number(searchParams.get(name) ?? defaultValue);
    const parameters = {
      radiusMiles: number("radiusMiles", 8),
      dangerMinutes: number("dangerMinutes", 30),
      allClearMinutes: number("allClearMinutes", 30),
      historyHours: 8,
    };
    const at = new Date(this.now).toISOString();
    return {
      asOf: at,
      parameters,
      feed: {
        healthy: this.healthy,
        reason: this.healthy === false ? "the mailbox was not polled for 14 minutes" : null,
        lastCheckedAt: at,
        lastStrikeAt: at,
      },
      facilityId: Number(/facilities\/(\d+)/.exec(pathname)?.[1]),
      name: this.name,
      timezone: this.timezone,
      proximity: this.proximity(parameters),
    };
  }

  proximity({ radiusMiles, dangerMinutes, allClearMinutes }) {
    const last = this.strikes.at(-1);
    const near = this.strikes.filter(({ miles }) => miles <= radiusMiles);
    const since = near.length === 0 ? Infinity : (this.now - near.at(-1).at) / MINUTE;
    const status = since <= dangerMinutes ? "Active" : since < allClearMinutes ? "Clearing" : "Clear";
    const closest = this.strikes.toSorted((one, other) => one.miles - other.miles)[0];
    const wait = Math.max(dangerMinutes, allClearMinutes) * MINUTE;
    return {
      status,
      lastStrike: last ? { ...strikeJson(last), ageMinutes: (this.now - last.at) / MINUTE } : null,
      closest: closest ? strikeJson(closest) : null,
      countInWindow: near.filter(({ at }) => this.now - at <= dangerMinutes * MINUTE).length,
      allClearInMinutes: status === "Clearing" ? allClearMinutes - since : null,
      clearAt: status === "Clear" ? null : new Date(near.at(-1).at + wait).toISOString(),
    };
  }

  /** Opens a page of another origin with these elements. A real server, because browsers check the origin of a page. */
  async openHostPage(serviceUrl, elements, headers = {}) {
    const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark"><title>Host page</title>
      <script type="module" src="${serviceUrl}/facility-lightning-status.js"></script></head><body><main><h1>Our pools</h1>${elements}</main></body></html>`;
    this.hostServer = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html", ...headers }).end(text),
    );
    await new Promise((listening) => this.hostServer.listen(0, "127.0.0.1", listening));
    await this.page.goto(`http://127.0.0.1:${this.hostServer.address().port}/`);
  }

  stop() {
    this.hostServer?.closeAllConnections();
    this.hostServer?.close();
  }
}

/** What a vendor calls a strike of a kind. */
const VENDOR_TYPES = { ground: "CG", cloud: "IC", unknown: "Flash" };

function strikeJson({ miles, at, kind }) {
  return { distanceMiles: miles, timestamp: new Date(at).toISOString(), type: VENDOR_TYPES[kind], kind };
}

/** Runs in the page. */
function countOpenRequests() {
  globalThis.openRequests = 0;
  const originalFetch = globalThis.fetch;
  globalThis.fetch = (...args) => {
    globalThis.openRequests += 1;
    const response = originalFetch(...args);
    const end = () => {
      globalThis.openRequests -= 1;
    };
    response.then((received) => received.clone().arrayBuffer()).then(end, end);
    return response;
  };
}
