// Every storm page: no axe violations, and no sideways scroll on the smallest phone. Pages for supervisors are opened in Spanish
// too, with the same strikes.
import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleWords } from "./accessibility.ts";
import { expect, openAsSupervisor, openBoard, setFeed, test } from "./storm-fixture.ts";
import type { StormService } from "./storm-service.mjs";

interface PageCase {
  name: string;
  open: (page: Page, storm: StormService) => Promise<void>;
  openInSpanish?: (page: Page) => Promise<void>;
}

const strikes = [
  { near: "Aspen Pool", miles: 1 },
  { near: "Aspen Pool", miles: 3, secondsAgo: 3600, type: "Intra-Cloud" },
  { near: "Birch Fields", miles: 2, secondsAgo: 900, type: "Flash" },
];

async function openView(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator(".threats li")).toHaveCount(5);
}

/** Of the last two hours. */
async function openReport(page: Page, query = ""): Promise<void> {
  const [from, to] = [Date.now() - 7_200_000, Date.now()].map((time) => new Date(time).toISOString());
  await openAsSupervisor(page, `/portal/storm/report?facility=1&from=${from}&to=${to}${query}`);
}

const PAGES: PageCase[] = [
  {
    name: "active",
    open: async (page, storm) => {
      await storm.addStrikes(strikes);
      await setFeed(page, true);
      await openView(page, "/");
    },
  },
  {
    name: "clear",
    open: async (page) => {
      await setFeed(page, true);
      await openView(page, "/");
    },
  },
  { name: "unknown", open: (page) => openView(page, "/") },
  {
    name: "a failing feed in Spanish",
    open: async (page) => {
      await setFeed(page, false);
      await openView(page, "/?lang=es");
    },
  },
  {
    name: "legend and facility",
    open: async (page, storm) => {
      await storm.addStrikes(strikes);
      await setFeed(page, true);
      await openView(page, "/f/1");
      await page.getByText("Legend").click();
      for (const kind of ["Ground strike", "Cloud strike", "Strike of unknown kind"])
        await expect(page.getByText(kind)).toBeVisible();
    },
  },
  {
    name: "plain list",
    open: async (page, storm) => {
      await storm.addStrikes(strikes);
      await page.goto("/plain");
    },
  },
  {
    name: "dashboard",
    open: async (page, storm) => {
      await storm.addStrikes(strikes);
      await setFeed(page, true);
      await openBoard(page, "?facility=1&radius=9");
      await expect(page.locator("storm-chart figcaption")).toContainText("strikes");
    },
    openInSpanish: async (page) => {
      await openBoard(page, "?facility=1&radius=9&lang=es");
      await expect(page.locator("storm-chart figcaption")).toContainText("rayos");
    },
  },
  {
    name: "replay",
    open: async (page, storm) => {
      await storm.addStrikes(strikes);
      await openBoard(page, `?asOf=${new Date(Date.now() - 30_000).toISOString()}`);
      await expect(page.locator(".banner .status-word")).toHaveText(/^REPLAY \d\d:\d\d – it was Active$/);
    },
    openInSpanish: async (page) => {
      await openBoard(page, `?asOf=${new Date(Date.now() - 30_000).toISOString()}&lang=es`);
      await expect(page.locator(".banner .status-word")).toHaveText(/^REPETICIÓN \d\d:\d\d – el estado era Activo$/);
    },
  },
  {
    name: "wall",
    open: async (page, storm) => {
      await storm.addStrikes(strikes);
      await openBoard(page, "?wall");
      await expect(page.locator(".banner .status-word")).toHaveText("Active");
    },
    openInSpanish: async (page) => {
      await openBoard(page, "?wall&lang=es");
      await expect(page.locator(".banner .status-word")).toHaveText("Activo");
    },
  },
  {
    name: "report",
    open: async (page, storm) => {
      await storm.addStrikes(strikes);
      await openReport(page);
      await expect(page.locator(".paper")).toContainText("Strikes within 8 miles");
    },
    openInSpanish: async (page) => {
      await openReport(page, "&lang=es");
      await expect(page.locator(".paper")).toContainText("Rayos a menos de 8 millas");
    },
  },
];

for (const { name, open, openInSpanish } of PAGES) {
  const languages = openInSpanish === undefined ? "" : ", in both languages";
  test(`${name}: no axe violations, no sideways scroll at 320 px${languages}`, async ({ page, storm }) => {
    const desktop = page.viewportSize();
    await open(page, storm);
    await expectAccessible(page);
    if (openInSpanish === undefined) return;
    if (desktop !== null) await page.setViewportSize(desktop);
    await openInSpanish(page);
    await expectAccessibleWords(page);
  });
}
