// What holds for every sight of the storm: nothing that axe finds, and no scrolling sideways on the smallest phone.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, feed, openBoard, test } from "./storm.ts";
import type { StormService } from "./storm-service.mjs";

interface Sight {
  name: string;
  open: (page: Page, sky: StormService) => Promise<void>;
}

const strikes = [
  { near: "Aspen Pool", miles: 1 },
  { near: "Aspen Pool", miles: 3, secondsAgo: 3600, type: "Cloud Stroke Lightning" },
];

async function view(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator(".threats li")).toHaveCount(5);
}

const SIGHTS: Sight[] = [
  {
    name: "active",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await feed(page, true);
      await view(page, "/");
    },
  },
  {
    name: "clear",
    open: async (page) => {
      await feed(page, true);
      await view(page, "/");
    },
  },
  { name: "unknown", open: (page) => view(page, "/") },
  {
    name: "a failing feed in Spanish",
    open: async (page) => {
      await feed(page, false);
      await view(page, "/?lang=es");
    },
  },
  {
    name: "legend and facility",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await feed(page, true);
      await view(page, "/f/1");
      await page.getByText("Legend").click();
      await expect(page.getByText("in the clouds")).toBeVisible();
    },
  },
  {
    name: "plain list",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await page.goto("/plain");
    },
  },
  {
    name: "dashboard",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await feed(page, true);
      await openBoard(page, "?facility=1&radius=9");
      await expect(page.locator("storm-chart figcaption")).toContainText("strikes");
    },
  },
  {
    name: "dashboard in Spanish",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await feed(page, true);
      await openBoard(page, "?facility=1&radius=9&lang=es");
      await expect(page.locator("storm-chart figcaption")).toContainText("rayos");
    },
  },
  {
    name: "replay in Spanish",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await openBoard(page, `?asOf=${new Date(Date.now() - 30_000).toISOString()}&lang=es`);
      await expect(page.locator(".banner .word")).toHaveText("Activo");
    },
  },
  {
    name: "report in Spanish",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await openBoard(page);
      await page.goto(
        `/portal/storm/report?facility=1&from=${new Date(Date.now() - 7_200_000).toISOString()}&to=${new Date().toISOString()}&lang=es`,
      );
      await expect(page.locator(".paper")).toContainText("Rayos a menos de 8 millas");
    },
  },
  {
    name: "replay",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await openBoard(page, `?asOf=${new Date(Date.now() - 30_000).toISOString()}`);
      await expect(page.locator(".banner .word")).toHaveText("Active");
    },
  },
  {
    name: "wall",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await openBoard(page, "?wall");
      await expect(page.locator(".banner .word")).toHaveText("Active");
    },
  },
  {
    name: "wall in Spanish",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await openBoard(page, "?wall&lang=es");
      await expect(page.locator(".banner .word")).toHaveText("Activo");
    },
  },
  {
    name: "report",
    open: async (page, sky) => {
      await sky.strike(strikes);
      await openBoard(page);
      await page.goto(
        `/portal/storm/report?facility=1&from=${new Date(Date.now() - 7_200_000).toISOString()}&to=${new Date().toISOString()}`,
      );
      await expect(page.locator(".paper")).toContainText("Strikes within 8 miles");
    },
  },
];

for (const { name, open } of SIGHTS) {
  test(`${name}: axe finds nothing, in light and in dark`, async ({ page, sky }) => {
    await open(page, sky);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
        colorScheme,
      ).toEqual([]);
    }
  });

  test(`${name}: nothing scrolls sideways at 320 px`, async ({ page, sky }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, sky);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}
