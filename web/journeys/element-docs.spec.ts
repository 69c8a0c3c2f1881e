// The page about the element: its playground, its snippet, and what holds for every page.
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expect, test as plain, type Weather } from "./sky.ts";

const test = plain.extend<{ docs: Locator }>({
  isTimeFlowing: true,
  /** The page, with two facilities to choose from. */
  docs: async ({ page, weather }, use) => {
    await facilities(page, weather);
    await page.goto("/docs/element");
    const element = page.locator("#playground facility-lightning-status");
    await expect(element).toHaveAttribute("status", "Clear");
    await use(element);
  },
});

async function facilities(page: Page, weather: Weather): Promise<void> {
  const json = {
    facilities: [
      { facilityId: 12, name: weather.name },
      { facilityId: 13, name: "Alder Park" },
    ],
  };
  await page.route(
    ({ pathname }) => pathname === "/lightning-strikes/facilities",
    (route) => route.fulfill({ json }),
  );
}

test("the playground is used from the keyboard alone, and what is copied is what is shown", async ({
  page,
  context,
  baseURL,
  weather,
  docs,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseURL ?? "" });
  await page.getByLabel("Facility", { exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => weather.asked.at(-1)).toMatch(/facilities\/13\/proximity$/);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Radius in miles")).toBeFocused();
  await page.keyboard.type("30");
  await expect.poll(() => weather.asked.at(-1)).toMatch(/facilities\/13\/proximity\?radiusMiles=30$/);
  await expect(docs).toContainText("strikes within 30 miles in 30 minutes");
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

test("an event is told as it comes, and colours can be tried", async ({ page, weather, docs }) => {
  await expect(page.locator("#events")).toContainText("Unknown → Clear");
  weather.strike(1.2);
  await page.getByLabel("Danger minutes").fill("20");
  await expect(docs).toHaveAttribute("status", "Active");
  await expect(page.locator("#events li").first()).toContainText("Unknown → Active");
  await page.getByLabel("Colors").selectOption("dark");
  await expect(docs.locator("[part=card]")).toHaveCSS("background-color", "rgb(26, 35, 48)");
});

test("where the service names no facilities, a number is typed in", async ({ page, weather }) => {
  await page.route(
    ({ pathname }) => pathname === "/lightning-strikes/facilities",
    (route) => route.fulfill({ status: 503 }),
  );
  await page.goto("/docs/element");
  await page.getByLabel("Facility", { exact: true }).fill("77");
  await expect.poll(() => weather.asked.at(-1)).toMatch(/facilities\/77\/proximity$/);
});

test("the legend shows every standing by word, shape and colour", async ({ page, docs }) => {
  await expect(docs).toBeVisible();
  await expect(page.locator("#legend strong")).toHaveText(["Active", "Clearing", "Clear", "Unknown"]);
  const solids = await page
    .locator("#legend .outline")
    .evaluateAll((shapes) => shapes.map((shape) => getComputedStyle(shape).fill));
  expect(new Set(solids).size).toBe(4);
});

test("axe finds nothing, in light and in dark", async ({ page, docs }) => {
  await expect(docs).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
      colorScheme,
    ).toEqual([]);
  }
});

test("nothing scrolls sideways at 320 px", async ({ page, docs }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(docs).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
