// The supervisor's table and the wall display, with the real service.
import type { Page } from "@playwright/test";
import { expect, multiplyFacilities, openBoard, statusPill, test, waitForStatus } from "./storm-fixture.ts";

const names = (page: Page) => page.locator("facility-table tbody .name a");

test("counts filter the table, which is sorted by what it shows", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([
    { near: "Birch Fields", miles: 3, secondsAgo: 20 * 60 },
    { near: "Cedar Library", miles: 0.5, secondsAgo: 10 * 60 },
  ]);
  await openBoard(page);
  const count = (name: RegExp) => page.getByRole("button", { name });
  await expect(count(/^3 Active$/)).toBeVisible();
  await expect(count(/^1 Clear$/)).toBeVisible();
  await expect(count(/^1 Unknown$/)).toBeVisible();
  await expect(page.locator("facility-table tbody .nearest")).toHaveText([/0\.5 mi/, /mi$/, /mi$/, "none", "–"]);
  const shown = await page.locator("facility-table tbody .nearest").allTextContents();
  const miles = shown.slice(0, 3).map((text) => Number.parseFloat(text));
  expect(miles).toEqual(miles.toSorted((one, other) => one - other));
  await count(/^1 Clear$/).click();
  await expect(names(page)).toHaveText(["Dunmore School"]);
  await expect(page).toHaveURL(/status=Clear$/);
  await page.reload();
  await expect(names(page)).toHaveText(["Dunmore School"]);
  await count(/^1 Clear$/).click();
  await page.getByRole("button", { name: "Facility", exact: true }).click();
  await expect(names(page).first()).toHaveText("Aspen Pool");
  await expect(page).toHaveURL(/sort=name$/);
});

test("what has just changed is on top and says what it was", async ({ page, storm, healthyFeed: _ }) => {
  await openBoard(page);
  await expect(statusPill(page, "Dunmore School")).toHaveText("Clear");
  await storm.addStrikes([{ near: "Dunmore School", miles: 1 }]);
  await waitForStatus(page, "Dunmore School", "Active");
  const first = page.locator("facility-table tbody tr[data-id]").first();
  await expect(first).toContainText("Dunmore School");
  await expect(first).toHaveClass(/changed/);
  // Without a watcher the service itself does not know that the feed is healthy.
  await expect(first.locator(".change")).toHaveText(/^Changed from (Unknown|Clear) \d+ (s|min) ago$/);
  await expect(page.locator("facility-table .group").first()).toContainText("Changed in the last 5 minutes");
  await page.reload();
  await expect(page.locator("facility-table tr[data-id]").first()).toContainText("Dunmore School");
  await expect(page.locator("facility-table .change").first()).toBeVisible();
});

test("my facilities are remembered and in the address", async ({ page, healthyFeed: _ }) => {
  await openBoard(page);
  for (const name of ["Cedar Library", "Aspen Pool"])
    await page.getByRole("button", { name: `Add ${name} to my facilities` }).click();
  await page.getByRole("button", { name: "My facilities (2)" }).click();
  await expect(names(page)).toHaveText(["Aspen Pool", "Cedar Library"]);
  await expect(page).toHaveURL(/mine=3,1$/);
  await page.goto("/portal/storm");
  await expect(names(page)).toHaveText(["Aspen Pool", "Cedar Library"]);
  // A link shows the facilities of someone else, and does not replace one's own.
  await page.goto("/portal/storm?mine=2");
  await expect(names(page)).toHaveText(["Birch Fields"]);
  await page.goto("/portal/storm");
  await expect(names(page)).toHaveCount(2);
  await page.getByRole("button", { name: "My facilities (2)" }).click();
  await expect(names(page)).toHaveCount(5);
});

test("the arrow keys move the selection", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await openBoard(page, "?sort=name");
  await names(page).first().click();
  await expect(page.getByRole("heading", { level: 2, name: "Aspen Pool", exact: true })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Birch Fields" })).toBeFocused();
  await expect(page.getByRole("heading", { level: 2, name: "Birch Fields", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/facility=2/);
  await page.keyboard.press("End");
  await expect(page.getByRole("link", { name: "Elm Depot" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("facility-table .selected")).toContainText("Dunmore School");
});

test("the table is exported with the filters that are set", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Dunmore School", miles: 1 }]);
  await openBoard(page, "?status=Active");
  await expect(names(page)).toHaveText(["Dunmore School"]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^lightning-status-\d{8}-\d{4}\.csv$/);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Uint8Array);
  const lines = new TextDecoder().decode(chunks[0]).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^4,Dunmore School,Active,20.*Z,1(\.\d+)?,20.*Z,/);
});

for (const language of ["en", "es"]) {
  test(`15 facilities are visible on a laptop (${language})`, async ({ page, storm }) => {
    await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
    await multiplyFacilities(page, { count: 30 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await openBoard(page, `?lang=${language}`);
    const rows = page.locator("facility-table tbody tr[data-id]");
    await expect(rows.nth(20)).toBeAttached();
    await expect(async () => {
      // All at once: the table may just be removing rows that are not visible, and a removed row has no height.
      const { heights, bottoms, frame } = await page.locator("facility-table").evaluate((table) => {
        const boxes = [...table.querySelectorAll("tbody tr[data-id]")].map((row) => row.getBoundingClientRect());
        return {
          heights: boxes.map(({ height }) => height),
          bottoms: boxes.map(({ bottom }) => bottom),
          frame: table.getBoundingClientRect().bottom,
        };
      });
      expect(new Set(heights)).toEqual(new Set([36]));
      expect(bottoms.filter((bottom) => bottom <= Math.min(frame, 800)).length).toBeGreaterThanOrEqual(15);
    }).toPass();
  });
}

test("of 1,000 facilities only the visible ones are drawn", async ({ page }) => {
  await multiplyFacilities(page, { count: 1000 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openBoard(page, "?sort=name");
  const rows = page.locator("facility-table tbody tr[data-id]");
  await expect(rows.first()).toBeVisible();
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await names(page).first().focus();
  await page.keyboard.press("End");
  await expect(page.locator("facility-table .selected a")).toBeFocused();
  await expect(page.locator("facility-table .selected")).toBeInViewport();
  await expect.poll(() => rows.count()).toBeLessThan(60);
});

test("every facility is on the wall, with the time and the next all clear", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1, secondsAgo: 60 }]);
  await page.setViewportSize({ width: 1280, height: 720 });
  await openBoard(page, "?wall");
  const tiles = page.locator(".tiles li");
  await expect(tiles).toHaveCount(5);
  await expect(page.locator(".wall-clock")).toHaveText(/^\d\d:\d\d:\d\d$/);
  await expect(page.locator(".wall-next")).toContainText(/Next all clear at \d\d:\d\d\s+in \d\d:\d\d/);
  await expect(page.locator(".wall-next")).toContainText("if no new strikes");
  await expect(page.locator(".wall-wait")).toHaveText(/^in 2[4-9]:\d\d$/);
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    const size = page.locator(".tile-name").first();
    // 2.8 percent of the height: 19 mm on a screen 70 cm high, legible from 5 meters.
    await expect(size).toHaveCSS("font-size", `${Number((height * 0.028).toFixed(2))}px`);
    await expect(tiles.last()).toBeInViewport({ ratio: 1 });
  }
});

test("facilities that do not fit on the wall take turns", async ({ page }) => {
  await multiplyFacilities(page, { count: 60 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.clock.install();
  await openBoard(page, "?wall");
  await expect(page.locator(".page")).toHaveText(/^Page \d of \d$/);
  const namesOnPage = async (number: number): Promise<string[]> => {
    let names: string[] = [];
    await expect(async () => {
      // Both at once: the page may just be changing.
      const shown = await page.locator("wall-tiles").evaluate((tiles) => ({
        note: tiles.querySelector(".page")?.textContent ?? "",
        names: [...tiles.querySelectorAll(".tile-name")].map(({ textContent }) => textContent ?? ""),
      }));
      const isShown = new RegExp(`^Page ${number} of \\d$`).test(shown.note);
      if (!isShown) await page.clock.runFor(10_000);
      expect(isShown, shown.note).toBe(true);
      names = shown.names;
    }).toPass();
    return names;
  };
  const first = await namesOnPage(1);
  expect(first.length).toBeGreaterThan(0);
  const second = await namesOnPage(2);
  expect(second.filter((name) => first.includes(name))).toEqual([]);
});

test("the controls of the wall hide and come back", async ({ page, storm }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await page.clock.install();
  await openBoard(page, "?wall");
  const button = page.locator(".exit-wall");
  await expect(button).toBeAttached();
  await page.clock.runFor(5_000);
  await expect(button).toHaveCSS("opacity", "0");
  // With a clock that is paused, they do not hide again before this journey has seen them.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.move(200, 200);
  await page.mouse.move(220, 200);
  await expect(button).toHaveCSS("opacity", "1");
});

test("a link to a facility that does not exist says so", async ({ page, healthyFeed: _ }) => {
  await openBoard(page, "?facility=999");
  await expect(page.getByText("Facility not found.")).toBeVisible();
  await page.getByRole("button", { name: "All facilities" }).click();
  await expect(page).toHaveURL(/\/portal\/storm$/);
});
