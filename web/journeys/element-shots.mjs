// Takes pictures of the element in every standing, and of its page, under weather made by hand.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { CHROMIUM, startService } from "./service.mjs";
import { Weather } from "./weather.mjs";

const FOLDER = process.env.SHOTS ?? fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const MINUTE = 60_000;
const LAYOUT =
  "<style>main{display:grid;grid-template-columns:repeat(2,1fr);gap:16px;align-items:start}h1{display:none}</style>";

/** What happened at the facility of each number. */
const SCENES = {
  1: (weather) =>
    weather.strikes.push(
      { miles: 2.345, at: weather.now - 6 * MINUTE, type: "Ground Stroke Lightning" },
      { miles: 5.2, at: weather.now - 42_000, type: "Cloud Stroke Lightning" },
    ),
  2: (weather) => weather.strikes.push({ miles: 3.1, at: weather.now - 20 * MINUTE, type: "Cloud Stroke Lightning" }),
  3: () => undefined,
  4: (weather) => (weather.healthy = false),
};

const element = (id, more = "") =>
  `<facility-lightning-status facility-id="${id}" ${more}></facility-lightning-status>`;

async function tellScenes(page) {
  await page.route(/\/proximity/, (route) => {
    const url = new URL(route.request().url());
    const weather = new Weather(page);
    SCENES[/facilities\/(\d+)/.exec(url.pathname)[1]](weather);
    return route.fulfill({ headers: { "access-control-allow-origin": "*" }, json: weather.body(url) });
  });
  const json = { facilities: [{ facilityId: 1, name: new Weather(page).name }] };
  await page.route(
    ({ pathname }) => pathname === "/lightning-strikes/facilities",
    (route) => route.fulfill({ json }),
  );
}

async function page(browser, url, more, use) {
  const made = await browser.newPage({ baseURL: url, timezoneId: "America/Chicago", reducedMotion: "reduce", ...more });
  await tellScenes(made);
  await use(made);
  await made.close();
}

async function standings(browser, url, colorScheme) {
  await page(
    browser,
    url,
    { colorScheme, viewport: { width: 840, height: 700 }, deviceScaleFactor: 2 },
    async (made) => {
      const weather = new Weather(made);
      await weather.open(url, LAYOUT + element(1) + element(2, 'danger-minutes="15"') + element(3) + element(4));
      await made.locator("[status=Clear]").waitFor();
      await made.screenshot({ path: join(FOLDER, `element-${colorScheme}.png`), fullPage: true });
      weather.end();
    },
  );
}

async function documentation(browser, url, size, colorScheme) {
  await page(browser, url, { colorScheme, viewport: SIZES[size] }, async (made) => {
    await made.goto("/docs/element");
    await made.locator("[status=Active]").waitFor();
    await made.screenshot({ path: join(FOLDER, `element-docs-${size}-${colorScheme}.png`) });
  });
}

await mkdir(FOLDER, { recursive: true });
const service = await startService();
const browser = await chromium.launch(CHROMIUM);
try {
  for (const scheme of ["light", "dark"]) {
    await standings(browser, service.url, scheme);
    for (const size of Object.keys(SIZES)) await documentation(browser, service.url, size, scheme);
  }
} finally {
  await browser.close();
  await service.stop();
}
