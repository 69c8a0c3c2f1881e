// Takes pictures of the storm in the demo's city, once its first mail has been worked through.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { CHROMIUM, startService } from "./service.mjs";

const FOLDER = process.env.SHOTS ?? fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const SETTLED_MS = 2_500;
/** On a busy machine the first photographs take their time. */
const PAINTED_MS = 120_000;

const PAGES = {
  storm: () => "/",
  "storm-facility": (id) => `/f/${id}`,
  board: (id) => `/portal/storm?facility=${id}`,
  "board-spanish": (id) => `/portal/storm?facility=${id}&lang=es`,
  "board-replay": () => `/portal/storm?asOf=${time(-10)}&from=${time(-25)}&to=${time(0)}`,
  wall: () => "/portal/storm?wall",
  report: (id) => `/portal/storm/report?facility=${id}&from=${time(-60)}&to=${time(0)}`,
};

function time(minutes) {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

/** The most threatened facility, once there is one. */
async function threatened(request) {
  for (;;) {
    const answer = await (await request.get("/lightning-strikes/facilities")).json();
    const [first] = answer.facilities;
    if (first?.proximity?.status === "Active") return first.facilityId;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function album(browser, url, size, colorScheme) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: SIZES[size],
    colorScheme,
    timezoneId: "America/Chicago",
    reducedMotion: "reduce",
  });
  await context.request.post("/auth/login", { data: { username: "viewer", password: "demo-viewer" } });
  const id = await threatened(context.request);
  const page = await context.newPage();
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path(id));
    await page
      .locator(name === "report" ? ".paper" : ".threats li")
      .first()
      .waitFor();
    // Photographs are painted when they are asked for.
    await page.waitForLoadState("networkidle", { timeout: PAINTED_MS });
    await page.waitForTimeout(SETTLED_MS);
    await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) });
  }
  await context.close();
}

await mkdir(FOLDER, { recursive: true });
const service = await startService();
const browser = await chromium.launch(CHROMIUM);
try {
  for (const size of Object.keys(SIZES)) {
    for (const scheme of ["light", "dark"]) await album(browser, service.url, size, scheme);
  }
} finally {
  await browser.close();
  await service.stop();
}
