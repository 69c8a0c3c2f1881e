// The portal's header: one line on a laptop, in both languages, and room around the button on a phone.
import { SMALL_PHONE } from "./accessibility.ts";
import { expect, openAs, test } from "./portal-fixture.ts";

for (const locale of ["en-US", "es-MX"]) {
  test.describe(locale, () => {
    test.use({ locale });

    test("an administrator's menu is one line at 1280, 1440 and 1920 pixels", async ({ page }) => {
      // With the entry that is there only until the setup is done.
      await page.route("**/setup", (route) =>
        route.fulfill({
          json: { isComplete: false, steps: [{ step: "alerts", isDone: false, state: "", page: "/portal/setup" }] },
        }),
      );
      await openAs(page, "admin", "/portal/watchers");
      await expect(page.locator("header .open-steps")).toBeVisible();
      for (const width of [1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        await expect(async () => {
          const boxes = await page.locator("header nav li, header .brand").evaluateAll((items) =>
            items.map((item) => {
              const { top, bottom, right } = item.getBoundingClientRect();
              return { middle: (top + bottom) / 2, right };
            }),
          );
          expect(boxes).toHaveLength(14);
          const middles = boxes.map(({ middle }) => middle);
          expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(10);
          expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
        }).toPass();
      }
    });
  });
}

for (const path of ["/portal/storm", "/portal/watchers"]) {
  test(`the menu button of ${path} has room on a phone`, async ({ page }) => {
    await page.setViewportSize(SMALL_PHONE);
    await openAs(page, "admin", path);
    await expect(async () => {
      const button = await page.getByRole("button", { name: "Menu" }).boundingBox();
      const header = await page.locator("storm-portal > header").boundingBox();
      if (button === null || header === null) throw new Error("no header");
      expect(button.height).toBeGreaterThanOrEqual(44);
      expect(button.y - header.y).toBeGreaterThanOrEqual(4);
      expect(header.y + header.height - button.y - button.height).toBeGreaterThanOrEqual(4);
    }).toPass();
  });
}
