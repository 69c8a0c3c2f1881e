// Nothing moves while a page loads slowly.
import { MAX_SHIFT, painted, recordShifts, totalShift } from "./layout-shifts.ts";
import { expect, openAsSupervisor, test } from "./storm-fixture.ts";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const WALL = { width: 1920, height: 1080 };

const PAGES = [
  { path: "/", viewport: PHONE, rows: ".threats li" },
  { path: "/f/4", viewport: PHONE, rows: ".threats li" },
  { path: "/", viewport: DESKTOP, rows: ".threats li" },
  { path: "/portal/storm", viewport: PHONE, rows: "facility-table tr[data-id]" },
  { path: "/portal/storm", viewport: DESKTOP, rows: "facility-table tr[data-id]" },
  { path: "/portal/storm?wall", viewport: WALL, rows: ".tiles li" },
];

for (const hasPageReport of [false, true]) {
  test.describe(hasPageReport ? "with a report in the page" : "without a report in the page", () => {
    test.use({ hasPageReport });

    for (const { path, viewport, rows } of PAGES) {
      test(`nothing moves while ${path} loads slowly at ${viewport.width} pixels`, async ({ page, storm }) => {
        await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
        await page.setViewportSize(viewport);
        await recordShifts(page);
        // The page is painted before the first response.
        await page.route(/\/lightning-strikes\/facilities(\?|$)/, async (route) => {
          await expect(page.getByText(hasPageReport ? /^Updated/ : "Loading status…").first()).toBeAttached();
          await painted(page);
          await route.fallback();
        });
        await openAsSupervisor(page, path);
        await expect(page.locator(rows)).toHaveCount(5);
        await expect(page.locator("storm-map .scale")).toBeVisible();
        expect(await totalShift(page)).toBeLessThan(MAX_SHIFT);
      });
    }
  });
}
