// The pages that people see most, of the demo's city in a storm, in every size that they are read in.
import { ALL_SIZES, forEachVariant, photosLoaded, save, signIn, sleep } from "./screenshot.mjs";

const STORM_SIZES = ["tiny", "phone", "desktop", "large"];
const DISPLAY_SIZES = [...STORM_SIZES, "4k"];

/** `ready` is visible when the page has its data; `published` are the variants in docs/screenshots, empty for none. */
export const MAIN_PAGES = [
  {
    name: "storm",
    path: () => "/",
    ready: ".threats li",
    sizes: STORM_SIZES,
    published: ["desktop-light", "phone-light", "phone-dark"],
  },
  {
    name: "storm-facility",
    path: ({ facility }) => `/f/${facility}`,
    ready: ".threats li",
    sizes: STORM_SIZES,
    published: ["desktop-light", "phone-light"],
  },
  {
    name: "push",
    path: ({ facility }) => `/f/${facility}`,
    ready: ".notify",
    prepare: (page) => page.locator(".notify").scrollIntoViewIfNeeded(),
    sizes: STORM_SIZES,
    published: ["phone-light"],
  },
  {
    name: "board",
    path: ({ facility }) => `/portal/storm?facility=${facility}`,
    ready: "facility-table tr[data-id]",
    sizes: DISPLAY_SIZES,
    published: ["desktop-light", "desktop-dark", "phone-light"],
  },
  {
    name: "board-spanish",
    path: ({ facility }) => `/portal/storm?facility=${facility}&lang=es`,
    ready: "facility-table tr[data-id]",
    sizes: STORM_SIZES,
    published: [],
  },
  {
    name: "board-replay",
    path: () => `/portal/storm?asOf=${minutesFromNow(-3)}&from=${minutesFromNow(-7)}&to=${minutesFromNow(0)}`,
    ready: "facility-table tr[data-id]",
    sizes: STORM_SIZES,
    published: ["desktop-light"],
  },
  {
    name: "wall",
    path: () => "/portal/storm?wall",
    ready: ".tiles li",
    sizes: DISPLAY_SIZES,
    published: ["desktop-light"],
  },
  {
    name: "report",
    path: ({ facility }) =>
      `/portal/storm/report?facility=${facility}&from=${minutesFromNow(-60)}&to=${minutesFromNow(0)}`,
    ready: ".paper",
    sizes: STORM_SIZES,
    published: ["desktop-light"],
  },
  { name: "policies", path: () => "/portal/policies", ready: "h1", sizes: STORM_SIZES, published: ["desktop-light"] },
  { name: "sinks", path: () => "/portal/sinks", ready: "h1", sizes: STORM_SIZES, published: ["desktop-light"] },
  {
    name: "status-watcher",
    path: ({ watcher }) => `/portal/watchers/${watcher}`,
    ready: "h1",
    sizes: STORM_SIZES,
    published: ["desktop-light"],
  },
  { name: "api-reference", path: () => "/docs", ready: "h1", sizes: STORM_SIZES, published: ["desktop-light"] },
];

export async function takeMainPages(browser, { url }, size) {
  const admin = await browser.newContext({ baseURL: url });
  await signIn(admin, "admin");
  const ids = await prepare(admin.request);
  await admin.close();
  const take = async (context, suffix) => {
    await signIn(context, "admin");
    // Without it a browser without windows blocks notifications.
    await context.grantPermissions(["notifications"]);
    for (const page of MAIN_PAGES.filter(({ sizes }) => sizes.includes(size))) await shoot(context, page, ids, suffix);
  };
  await forEachVariant(browser, url, take, { [size]: ALL_SIZES[size] });
}

async function shoot(context, { name, path, ready, prepare = () => undefined }, ids, suffix) {
  const page = await context.newPage();
  await page.goto(path(ids));
  await page.locator(ready).first().waitFor();
  if ((await page.locator("storm-map").count()) > 0) await photosLoaded(page);
  await page.getByText("Loading…").first().waitFor({ state: "hidden" });
  await prepare(page);
  await save(page, `${name}-${suffix}`);
  await page.close();
}

/** A policy, a sink, a watcher of status changes, and the facility with the highest threat. */
async function prepare(request) {
  const rings = [{ name: "Watch", radiusMiles: 15, clearMinutes: 30 }];
  const golf = {
    name: "Golf courses",
    radiusMiles: 10,
    dangerMinutes: 30,
    allClearMinutes: 45,
    historyHours: 8,
    rings,
  };
  await request.post("/policy", { data: golf });
  const signs = { name: "Pool deck signs", kind: "Webhook", url: "https://signs.example.gov/lightning" };
  await request.post("/event-sink", { data: { ...signs, facilityIds: [1, 2], statuses: ["Active", "Clear"] } });
  const siren = { kind: "StatusEvent", name: "Siren", facilityIds: [1, 2, 3], statuses: ["Active", "Clear"] };
  const watcher = await (await request.post("/mailbox-watcher", { data: siren })).json();
  return { watcher: watcher.id, facility: await activeFacility(request) };
}

async function activeFacility(request) {
  for (;;) {
    const { facilities } = await (await request.get("/lightning-strikes/facilities")).json();
    const [mostThreatened] = facilities;
    if (mostThreatened?.proximity?.status === "Active") return mostThreatened.facilityId;
    await sleep(1_000);
  }
}

function minutesFromNow(minutes) {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}
