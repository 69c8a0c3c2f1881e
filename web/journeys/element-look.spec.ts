// How the element looks in each standing: contrast, narrow places, motion.
import AxeBuilder from "@axe-core/playwright";
import { expect, MINUTE, POOL, test, type Weather } from "./sky.ts";

// axe does not work while time stands still.
test.use({ isTimeFlowing: true });

const WINDOWS = '<facility-lightning-status facility-id="12" danger-minutes="15"></facility-lightning-status>';

const STANDINGS: Record<string, { element?: string; prepare: (weather: Weather) => void }> = {
  Active: { prepare: (weather) => weather.strike(2.3) },
  Clearing: {
    element: WINDOWS,
    prepare: (weather) =>
      weather.strikes.push({ miles: 3, at: weather.now - 20 * MINUTE, type: "Cloud Stroke Lightning" }),
  },
  Clear: { prepare: () => undefined },
  Unknown: { prepare: (weather) => (weather.healthy = false) },
};

for (const [standing, { element = POOL, prepare }] of Object.entries(STANDINGS)) {
  test(`${standing}: axe finds nothing, in light and in dark, and nothing scrolls sideways at 320 px`, async ({
    page,
    weather,
    open,
  }) => {
    weather.name = "Averyveryveryverylongnamewithoutanyspaceatall Pool";
    prepare(weather);
    await page.setViewportSize({ width: 320, height: 640 });
    await open(element + element.replace(">", ' lang="es">'));
    await expect(page.locator(`facility-lightning-status[status=${standing}]`)).toHaveCount(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
        colorScheme,
      ).toEqual([]);
    }
  });
}

test("it is dark where its place is dark", async ({ page, open }) => {
  await open(`${POOL}<div style="color-scheme: dark">${POOL}</div>`);
  const grounds = page.locator("facility-lightning-status [part=card]");
  await expect(grounds.first()).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(grounds.last()).toHaveCSS("background-color", "rgb(26, 35, 48)");
});

test("a page sets colours and parts from outside", async ({ page, open }) => {
  const style =
    "<style>facility-lightning-status{--status-clear-solid:rgb(1,2,3)}facility-lightning-status::part(word){text-transform:uppercase}</style>";
  await open(style + POOL);
  const element = page.locator("facility-lightning-status[status=Clear]");
  await expect(element.locator("[part=header]")).toHaveCSS("background-color", "rgb(1, 2, 3)");
  await expect(element.locator("[part=word]")).toHaveCSS("text-transform", "uppercase");
});

test("nothing moves for those who prefer less motion", async ({ page, weather, open }) => {
  weather.strike(2.3);
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Active");
  const moving = () => element.evaluate((node) => node.shadowRoot?.getAnimations().length);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect.poll(moving).toBe(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(moving).toBe(0);
});
