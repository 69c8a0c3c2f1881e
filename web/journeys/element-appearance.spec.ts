// The element in each status: contrast, small screens and motion.
import { expectNoAxeViolations, expectNoSidewaysScroll, SMALL_PHONE } from "./accessibility.ts";
import { expect, type FakeStatusApi, MINUTE, POOL, test } from "./element-fixture.ts";

// axe does not work with a paused clock.
test.use({ usesRealTime: true });

const WINDOWS = '<facility-lightning-status facility-id="12" danger-minutes="15"></facility-lightning-status>';

const SETUPS: Record<string, { element?: string; prepare: (api: FakeStatusApi) => void }> = {
  Active: { prepare: (api) => api.addStrike(2.3) },
  Clearing: {
    element: WINDOWS,
    prepare: (api) => api.strikes.push({ miles: 3, at: api.now - 20 * MINUTE, kind: "cloud" }),
  },
  Clear: { prepare: () => undefined },
  Unknown: { prepare: (api) => (api.healthy = false) },
};

for (const [status, { element = POOL, prepare }] of Object.entries(SETUPS)) {
  test(`${status}: no axe violations, and no sideways scroll at 320 px`, async ({ page, api, open }) => {
    api.name = "Averyveryveryverylongnamewithoutanyspaceatall Pool";
    prepare(api);
    await page.setViewportSize(SMALL_PHONE);
    await open(element + element.replace(">", ' lang="es">'));
    await expect(page.locator(`facility-lightning-status[status=${status}]`)).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  });
}

for (const width of [120, 160]) {
  test(`at ${width} px no word is broken`, async ({ page, api, open }) => {
    api.healthy = false;
    await open(
      `<div style="width: ${width}px; text-transform: uppercase; letter-spacing: 3px" lang="es">${POOL}</div>`,
    );
    const element = page.locator("facility-lightning-status[status=Unknown]");
    await expect(element.locator("[part=word]")).toHaveText("Desconocido");
    await expect(element.locator("[part=word]")).toHaveCSS("text-transform", "none");
    const lines = await element.locator("[part=word]").evaluate((word) => {
      const range = document.createRange();
      range.selectNodeContents(word);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
    const card = await element.locator("[part=card]").evaluate((node) => [node.scrollWidth, node.clientWidth]);
    expect(card[0]).toBeLessThanOrEqual(card[1] ?? 0);
  });
}

test("it links to the page of the facility", async ({ page, baseURL, open }) => {
  await open(POOL);
  const link = page.locator("facility-lightning-status").getByRole("link", { name: "Details and map" });
  await expect(link).toHaveAttribute("href", `${baseURL}/f/12`);
});

test("times are those of the city", async ({ page, api, open }) => {
  api.timezone = "Asia/Tokyo";
  await open(POOL);
  const inCity = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "Asia/Tokyo" }).format(api.now);
  await expect(page.locator("facility-lightning-status")).toContainText(`Updated ${inCity}`);
});

test("it follows the color scheme of its parent", async ({ page, open }) => {
  await open(`${POOL}<div style="color-scheme: dark">${POOL}</div>`);
  const cards = page.locator("facility-lightning-status [part=card]");
  await expect(cards.first()).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(cards.last()).toHaveCSS("background-color", "rgb(26, 35, 48)");
});

test("a page can style colors and parts", async ({ page, open }) => {
  const style =
    "<style>facility-lightning-status{--status-clear-solid:rgb(1,2,3)}facility-lightning-status::part(word){text-transform:uppercase}</style>";
  await open(style + POOL);
  const element = page.locator("facility-lightning-status[status=Clear]");
  await expect(element.locator("[part=header]")).toHaveCSS("background-color", "rgb(1, 2, 3)");
  await expect(element.locator("[part=word]")).toHaveCSS("text-transform", "uppercase");
});

test("reduced motion stops the animation", async ({ page, api, open }) => {
  api.addStrike(2.3);
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Active");
  const animationCount = () => element.evaluate((node) => node.shadowRoot?.getAnimations().length);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(animationCount).toBe(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(animationCount).toBe(0);
});
