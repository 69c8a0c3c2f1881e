// Takes a picture of every page: on a phone and on a desktop, light and dark.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { CHROMIUM, startService } from "./service.mjs";

const FOLDER = process.env.SHOTS ?? fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const PAINTED_MS = 1_500;
const PAGES = {
  facilities: "/portal/facilities",
  "facility-new": "/portal/facilities/new",
  facility: "/portal/facilities/1",
  users: "/portal/users",
  "user-new": "/portal/users/new",
  user: "/portal/users/2",
  tokens: "/portal/tokens",
  "token-new": "/portal/tokens/new",
  audit: "/portal/audit",
  account: "/portal/account",
};

async function prepare(request) {
  await request.post("/auth/login", { data: { username: "admin", password: "demo-admin" } });
  await request.post("/token", { data: { name: "pool deck siren", userId: 3, expiresAt: "2027-06-30T23:59:59Z" } });
  await request.post("/token", { data: { name: "weather desk", userId: 2 } });
  await request.post("/facility", { data: { name: "Aspen Landing Splash Pad", point: null } });
  await request.patch("/facility/2", { data: { name: "Birchmoor Aquatic Center (north pool)" } });
}

async function shoot(page, name) {
  await page.getByText("Loading …").first().waitFor({ state: "hidden" });
  // Photographs are painted when they are asked for.
  if ((await page.locator("storm-point-map").count()) > 0) {
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(PAINTED_MS);
  }
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

async function placedPoint(page) {
  await page.goto("/portal/facilities/new");
  await page.getByLabel("Name").fill("Cedar Bend Pool");
  await page.locator("storm-point-map .scale").waitFor();
  await page.locator("storm-point-map").scrollIntoViewIfNeeded();
  for (let step = 0; step < 3; step += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("application").click({ position: { x: 130, y: 120 } });
}

async function refusedPoint(page) {
  await page.goto("/portal/facilities/new");
  await page.getByLabel("Name").fill("Cedar Bend Pool");
  await page.getByLabel("x, to the east").fill("1539962.5");
  await page.getByLabel("y, to the north").fill("432951.15");
  await page.getByRole("button", { name: "Add facility" }).click();
  await page.getByText("swapped").waitFor();
}

async function album(browser, url, size, scheme) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: SIZES[size],
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto("/portal");
  await page.getByText("The service is ready").waitFor();
  await shoot(page, `sign-in-${size}-${scheme}`);
  await context.request.post("/auth/login", { data: { username: "admin", password: "demo-admin" } });
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await shoot(page, `${name}-${size}-${scheme}`);
  }
  await placedPoint(page);
  await shoot(page, `facility-map-${size}-${scheme}`);
  await refusedPoint(page);
  await shoot(page, `facility-refused-${size}-${scheme}`);
  await page.goto("/portal/facilities/1");
  await page.getByRole("button", { name: "Delete facility" }).click();
  await shoot(page, `facility-delete-${size}-${scheme}`);
  await context.close();
}

await mkdir(FOLDER, { recursive: true });
const service = await startService();
const browser = await chromium.launch(CHROMIUM);
try {
  const context = await browser.newContext({ baseURL: service.url });
  await prepare(context.request);
  await context.close();
  for (const size of Object.keys(SIZES)) {
    for (const scheme of ["light", "dark"]) await album(browser, service.url, size, scheme);
  }
} finally {
  await browser.close();
  await service.stop();
}
