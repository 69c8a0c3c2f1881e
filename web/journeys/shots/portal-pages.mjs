// Facilities, users, tokens, audit trail and account.
import { forEachVariant, photosLoaded, save, signIn } from "./screenshot.mjs";

const PAGES = {
  facilities: "/portal/facilities",
  "facility-new": "/portal/facilities/new",
  facility: "/portal/facilities/1",
  "sink-new": "/portal/sinks/new",
  users: "/portal/users",
  "user-new": "/portal/users/new",
  user: "/portal/users/2",
  tokens: "/portal/tokens",
  "token-new": "/portal/tokens/new",
  audit: "/portal/audit",
  account: "/portal/account",
};

export async function takePortalPages(browser, { url }) {
  const admin = await browser.newContext({ baseURL: url });
  await prepare(admin);
  await admin.close();
  await forEachVariant(browser, url, async (context, suffix) => {
    const page = await context.newPage();
    await page.goto("/portal");
    await page.getByText("The service is ready").waitFor();
    await shoot(page, `sign-in-${suffix}`);
    await signIn(context, "admin");
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await shoot(page, `${name}-${suffix}`);
    }
    await placePoint(page);
    await shoot(page, `facility-map-${suffix}`);
    await swapCoordinates(page);
    await shoot(page, `facility-rejected-${suffix}`);
    await page.goto("/portal/facilities/1");
    await page.getByRole("button", { name: "Delete facility" }).click();
    await shoot(page, `facility-delete-${suffix}`);
  });
}

async function prepare(context) {
  await signIn(context, "admin");
  const { request } = context;
  await request.post("/token", { data: { name: "pool deck siren", userId: 3, expiresAt: "2027-06-30T23:59:59Z" } });
  await request.post("/token", { data: { name: "weather display", userId: 2 } });
  await request.post("/facility", { data: { name: "Aspen Landing Splash Pad", point: null } });
  await request.patch("/facility/2", { data: { name: "Birchmoor Aquatic Center (north pool)" } });
}

async function shoot(page, name) {
  await page.getByText("Loading…").first().waitFor({ state: "hidden" });
  if ((await page.locator("storm-point-map").count()) > 0) await photosLoaded(page);
  await save(page, name);
}

async function placePoint(page) {
  await page.goto("/portal/facilities/new");
  await page.getByLabel("Name").fill("Cedar Bend Pool");
  await page.locator("storm-point-map .scale").waitFor();
  await page.locator("storm-point-map").scrollIntoViewIfNeeded();
  for (let step = 0; step < 3; step += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByRole("application").click({ position: { x: 130, y: 120 } });
}

async function swapCoordinates(page) {
  await page.goto("/portal/facilities/new");
  await page.getByLabel("Name").fill("Cedar Bend Pool");
  await page.getByLabel("x, to the east").fill("1539962.5");
  await page.getByLabel("y, to the north").fill("432951.15");
  await page.getByRole("button", { name: "Add facility" }).click();
  await page.getByText("swapped").waitFor();
}
