// A service whose weather, clock and network are moved by hand: what the element is told comes from here, word for word as the
// contract has it. The element's file itself comes from the real binary.
import { createServer } from "node:http";

const START = Date.parse("2026-07-15T19:03:11Z");
const MINUTE = 60_000;
const PROXIMITY = /\/lightning-strikes\/facilities\/\d+\/proximity/;
const STEP = 5_000;
const OPEN = { "access-control-allow-origin": "*" };

export class Weather {
  /** The addresses that were asked, in order. */
  asked = [];
  status = "Clear";
  /** @type {boolean | null} */
  healthy = true;
  strikes = [{ miles: 21.43, at: START - 62 * MINUTE, type: "Ground Stroke Lightning" }];
  /** @type {number | null} */
  refusal = null;
  isCut = false;
  name = "Birchmoor Aquatic Center";
  now = START;
  /** @type {import("node:http").Server | null} */
  others = null;

  /** @param {import("@playwright/test").Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Time stands still from here on, and passes by `pass` alone. */
  async stopTime() {
    await this.page.clock.install({ time: START - 1000 });
    await this.page.clock.pauseAt(START);
  }

  async answer() {
    await this.page.addInitScript(countOpenQuestions);
    await this.page.route(PROXIMITY, (route) => {
      this.asked.push(route.request().url());
      // Who asked may have gone away.
      this.tell(route).catch(() => undefined);
    });
  }

  /** @param {import("@playwright/test").Route} route */
  tell(route) {
    if (this.isCut) return route.abort("internetdisconnected");
    if (this.refusal !== null)
      return route.fulfill({ status: this.refusal, headers: OPEN, json: { title: "No", status: this.refusal } });
    return route.fulfill({ headers: OPEN, json: this.body(new URL(route.request().url())) });
  }

  /** In steps, so that an answer comes within the patience of who asked: time stands still until it is there. */
  async pass(ms) {
    for (let left = ms; left > 0; left -= STEP) {
      const step = Math.min(STEP, left);
      this.now += step;
      await this.page.clock.runFor(step);
      while ((await this.page.evaluate(() => globalThis.openQuestions)) > 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** One strikes so near, now. */
  strike(miles, type = "Ground Stroke Lightning") {
    this.strikes.push({ miles, at: this.now, type });
  }

  body({ pathname, searchParams }) {
    const number = (name, usual) => Number(searchParams.get(name) ?? usual);
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
        reason: this.healthy === false ? "the mailbox was not looked at for 14 minutes" : null,
        lastCheckedAt: at,
        lastStrikeAt: at,
      },
      facilityId: Number(/facilities\/(\d+)/.exec(pathname)?.[1]),
      name: this.name,
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
      lastStrike: last ? { ...told(last), ageMinutes: (this.now - last.at) / MINUTE } : null,
      closest: closest ? told(closest) : null,
      countInWindow: near.filter(({ at }) => this.now - at <= dangerMinutes * MINUTE).length,
      allClearInMinutes: status === "Clearing" ? allClearMinutes - since : null,
      clearAt: status === "Clear" ? null : new Date(near.at(-1).at + wait).toISOString(),
    };
  }

  /** Opens a page of another origin that holds these elements. A real server, because a browser asks where a page came from. */
  async open(home, elements, headers = {}) {
    const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark"><title>A page of others</title>
      <script type="module" src="${home}/facility-lightning-status.js"></script></head><body><main><h1>Our pools</h1>${elements}</main></body></html>`;
    this.others = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html", ...headers }).end(text),
    );
    await new Promise((listening) => this.others.listen(0, "127.0.0.1", listening));
    await this.page.goto(`http://127.0.0.1:${this.others.address().port}/`);
  }

  end() {
    this.others?.closeAllConnections();
    this.others?.close();
  }
}

function told({ miles, at, type }) {
  return { distanceMiles: miles, timestamp: new Date(at).toISOString(), type };
}

/** In the page: how many questions have no whole answer yet. */
function countOpenQuestions() {
  globalThis.openQuestions = 0;
  const ask = globalThis.fetch;
  globalThis.fetch = (...question) => {
    globalThis.openQuestions += 1;
    const answer = ask(...question);
    const end = () => {
      globalThis.openQuestions -= 1;
    };
    answer.then((response) => response.clone().arrayBuffer()).then(end, end);
    return answer;
  };
}
