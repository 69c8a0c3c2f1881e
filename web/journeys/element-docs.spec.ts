// The documentation page of the element.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { test as elementTest, expect, type FakeStatusApi } from "./element-fixture.ts";

const test = elementTest.extend<{ docs: Locator }>({
  usesRealTime: true,
  /** The element on the page, with two facilities to choose from. */
  docs: async ({ page, api }, use) => {
    await facilities(page, api);
    await page.goto("/docs/element");
    const element = page.locator("#playground facility-lightning-status");
    await expect(element).toHaveAttribute("status", "Clear");
    await use(element);
  },
});

async function facilities(page: Page, api: FakeStatusApi): Promise<void> {
  const json = {
    facilities: [
      { facilityId: 12, name: api.name },
      { facilityId: 13, name: "Alder Park" },
    ],
  };
  await page.route(
    ({ pathname }) => pathname === "/lightning-strikes/facilities",
    (route) => route.fulfill({ json }),
  );
}

test("the playground works by keyboard, and copies the snippet", async ({ page, context, baseURL, api, docs }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  await page.getByLabel("Facility", { exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => api.requests.at(-1)).toMatch(/facilities\/13\/proximity$/);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Radius (miles)")).toBeFocused();
  await page.keyboard.type("30");
  await expect.poll(() => api.requests.at(-1)).toMatch(/facilities\/13\/proximity\?radiusMiles=30$/);
  await expect(docs).toContainText("strikes within 30 miles in the last 30 minutes");
  await page.getByLabel("Language").selectOption("es");
  await expect(docs).toContainText("Despejado");

  await page.getByRole("button", { name: "Copy" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `<script type="module" src="${baseURL}/facility-lightning-status.js"></script>\n` +
      `<facility-lightning-status facility-id="13" radius-miles="30" lang="es">\n  <a href="${baseURL}/f/13.txt">Lightning status</a>\n</facility-lightning-status>`,
  );
});

test("events are listed, and color schemes can be tried", async ({ page, api, docs }) => {
  await expect(page.locator("#events")).toContainText("Unknown → Clear");
  api.addStrike(1.2);
  await page.getByLabel("Danger window (minutes)").fill("20");
  await expect(docs).toHaveAttribute("status", "Active");
  await expect(page.locator("#events li").first()).toContainText("Unknown → Active");
  await page.getByLabel("Colors").selectOption("dark");
  await expect(docs.locator("[part=card]")).toHaveCSS("background-color", "rgb(26, 35, 48)");
});

test("without facilities from the service the user types an id", async ({ page, api }) => {
  await page.route(
    ({ pathname }) => pathname === "/lightning-strikes/facilities",
    (route) => route.fulfill({ status: 503 }),
  );
  await page.goto("/docs/element");
  await page.getByLabel("Facility", { exact: true }).fill("77");
  await expect.poll(() => api.requests.at(-1)).toMatch(/facilities\/77\/proximity$/);
});

test("the legend shows every status", async ({ page, docs }) => {
  await expect(docs).toBeVisible();
  await expect(page.locator("#legend strong")).toHaveText(["Active", "Clearing", "Clear", "Unknown"]);
  const solids = await page
    .locator("#legend .outline")
    .evaluateAll((shapes) => shapes.map((shape) => getComputedStyle(shape).fill));
  expect(new Set(solids).size).toBe(4);
});

test("axe finds no violations, and nothing scrolls sideways at 320 px", async ({ page, docs }) => {
  await expect(docs).toBeVisible();
  await expectAccessible(page);
});
