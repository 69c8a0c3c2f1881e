// Nothing that matters is cut off or covered: on the smallest phone, on the wall, and on a screen of 4K.
import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll, SMALL_PHONE } from "./accessibility.ts";
import { painted } from "./layout-shifts.ts";
import { expect, multiplyFacilities, openBoard, test } from "./storm-fixture.ts";

const HOUR = 3_600_000;
const LONG_NAME = "Harrowgate Mill Elementary School";

test("the bar of a replay covers nothing of the header", async ({ page, healthyFeed: _ }) => {
  await page.setViewportSize(SMALL_PHONE);
  await openBoard(page, `?asOf=${new Date(Date.now() - 2 * HOUR).toISOString()}`);
  await expect(async () => {
    const bar = await page.locator(".replay").boundingBox();
    const header = await page.locator("storm-portal > header").boundingBox();
    expect(bar?.y).toBeGreaterThanOrEqual((header?.y ?? NaN) + (header?.height ?? NaN));
  }).toPass();
});

for (const language of ["en", "es"]) {
  for (const healthy of [true, false]) {
    const feed = healthy ? "a healthy feed" : "a feed that is down";
    test(`on the smallest phone all countdowns are on the screen: ${language}, ${feed}`, async ({ page, storm }) => {
      await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
      await multiplyFacilities(page, { count: 120, healthy });
      const at = new Date().toISOString();
      const changes = Array.from({ length: 120 }, (_, id) => ({
        id,
        facilityId: 1000 + id,
        at,
        from: "Clear",
        to: "Active",
      }));
      await page.route(/\/lightning-strikes\/events/, (route) => route.fulfill({ json: changes }));
      await page.setViewportSize(SMALL_PHONE);
      await openBoard(page, `?lang=${language}`);
      await expect(page.locator("facility-table .group")).toContainText(/\d{2} (facilities|instalaciones)/);
      await expectNoSidewaysScroll(page);
      await expect(async () => {
        const table = await page.locator("facility-table").evaluate((element) => {
          const boxes = (selector: string) =>
            [...element.querySelectorAll(selector)].map((cell) => cell.getBoundingClientRect());
          return {
            right: Math.max(...boxes("tbody td.clearAt").map(({ right }) => right)),
            head: Math.max(...boxes("thead th").map(({ height }) => height)),
            heights: [...new Set(boxes("tbody tr:not(.gap)").map(({ height }) => Math.round(height)))],
          };
        });
        expect(table.right).toBeLessThanOrEqual(SMALL_PHONE.width);
        // Two lines at most.
        expect(table.head).toBeLessThanOrEqual(32);
        expect(
          table.heights.every((height) => height <= 39),
          String(table.heights),
        ).toBe(true);
      }).toPass();
    });
  }
}

/** The number of tiles whose texts are not completely visible. */
function cutTiles(page: Page): Promise<number> {
  return page.locator(".tiles li").evaluateAll(
    (tiles) =>
      tiles.filter((tile) => {
        const [name, status] = [tile.querySelector(".tile-name"), tile.querySelector(".tile-status")];
        if (name === null || status === null) return true;
        // A line more is half as high again; letters are a little higher than their line.
        return name.scrollHeight > 1.2 * name.clientHeight || status.scrollWidth > status.clientWidth;
      }).length,
  );
}

for (const language of ["en", "es"]) {
  test(`nothing on a wall of 1280 by 720, 1920 by 1080 or 3840 by 2160 is cut: ${language}`, async ({
    page,
    storm,
  }) => {
    await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
    // Without a healthy feed there are words instead of countdowns.
    await multiplyFacilities(page, { count: 30, name: LONG_NAME, healthy: false });
    await openBoard(page, `?wall&lang=${language}`);
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.locator(".tile-wait").first()).toBeVisible();
      // The grid follows the size of the window.
      await painted(page);
      await expect.poll(() => cutTiles(page), `${width} by ${height}`).toBe(0);
    }
  });
}

test("text is larger on a screen of 4K, and the rows are higher", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.setViewportSize({ width: 3840, height: 2160 });
  await openBoard(page);
  const row = page.locator("facility-table tr[data-id]").first();
  await expect(row.locator("a")).toHaveCSS("font-size", "22.5px");
  await expect.poll(async () => (await row.boundingBox())?.height ?? NaN).toBeCloseTo(54, 0);
});
