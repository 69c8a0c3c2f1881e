// The element in every status, and its documentation page, with a fake status API.
import { FakeStatusApi } from "../fake-status-api.mjs";
import { forEachVariant, SCHEMES, save } from "./screenshot.mjs";

const MINUTE = 60_000;
const LAYOUT =
  "<style>main{display:grid;grid-template-columns:repeat(2,1fr);gap:16px;align-items:start}h1{display:none}</style>";

/** The strikes and feed at each facility, by id. */
const SITUATIONS = {
  1: (api) =>
    api.strikes.push(
      { miles: 2.345, at: api.now - 6 * MINUTE, kind: "ground" },
      { miles: 5.2, at: api.now - 42_000, kind: "cloud" },
    ),
  2: (api) => api.strikes.push({ miles: 3.1, at: api.now - 20 * MINUTE, kind: "cloud" }),
  3: () => undefined,
  4: (api) => {
    api.healthy = false;
  },
};

export async function takeElement(browser, { url }) {
  for (const colorScheme of SCHEMES) await takeStatuses(browser, url, colorScheme);
  await forEachVariant(browser, url, async (context, suffix) => {
    const page = await context.newPage();
    await fakeResponses(page);
    await page.goto("/docs/element");
    await page.locator("[status=Active]").waitFor();
    await save(page, `element-docs-${suffix}`);
  });
}

async function takeStatuses(browser, url, colorScheme) {
  const page = await browser.newPage({
    baseURL: url,
    timezoneId: "America/Chicago",
    reducedMotion: "reduce",
    colorScheme,
    viewport: { width: 840, height: 700 },
    deviceScaleFactor: 2,
  });
  await fakeResponses(page);
  const host = new FakeStatusApi(page);
  await host.openHostPage(url, LAYOUT + element(1) + element(2, 'danger-minutes="15"') + element(3) + element(4));
  await page.locator("[status=Clear]").waitFor();
  await save(page, `element-${colorScheme}`, { fullPage: true });
  host.stop();
  await page.close();
}

async function fakeResponses(page) {
  await page.route(/\/proximity/, (route) => {
    const url = new URL(route.request().url());
    const api = new FakeStatusApi(page);
    SITUATIONS[/facilities\/(\d+)/.exec(url.pathname)[1]](api);
    return route.fulfill({ headers: { "access-control-allow-origin": "*" }, json: api.body(url) });
  });
  const facility = { facilityId: 1, name: new FakeStatusApi(page).name, latLongPoint: null, proximity: null };
  await page.route(
    ({ pathname }) => pathname === "/lightning-strikes/facilities",
    (route) => route.fulfill({ json: { facilities: [facility] } }),
  );
}

function element(id, attributes = "") {
  return `<facility-lightning-status facility-id="${id}" ${attributes}></facility-lightning-status>`;
}
