// The first paint: a page has the status before any response.
import type { Page } from "@playwright/test";
import { expect, openBoard, test } from "./storm-fixture.ts";

test.use({ hasPageReport: true });

/** Everything that a poll asks for, and the stream. */
async function blockApi(page: Page): Promise<void> {
  await page.route(/\/(city$|lightning-strikes)/, (route) => route.abort());
}

for (const { path, status } of [
  { path: "/", status: ".banner .status-word" },
  { path: "/f/1", status: ".detail .status-word" },
]) {
  test(`${path} shows the status without a response, until it is too old`, async ({ page, storm }) => {
    await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
    await page.clock.install();
    await blockApi(page);
    await page.goto(path);
    await expect(page.locator(status)).toHaveText("Active");
    await expect(page.locator(".as-of")).toHaveText(/^Updated \d\d:\d\d:\d\d/);
    await page.clock.fastForward(151_000);
    await expect(page.locator(status)).toHaveText("Unknown");
    await expect(page.locator(":is(.banner, .detail, .threats li):not([data-status=Unknown])")).toHaveCount(0);
  });
}

test("the page of the city lists its facilities without a response", async ({ page, storm }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await blockApi(page);
  await page.goto("/");
  await expect(page.locator(".threats li")).toHaveCount(5);
  await expect(page.locator(".threats .name").first()).toHaveText("Birch Fields");
});

for (const { query, rows } of [
  { query: "", rows: "facility-table tr[data-id]" },
  { query: "?wall", rows: ".tiles li" },
]) {
  test(`/portal/storm${query} shows every facility without a response`, async ({ page, storm }) => {
    await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
    await page.clock.install();
    await blockApi(page);
    await openBoard(page, query);
    await expect(page.locator(".banner .status-word")).toHaveText("Active");
    await expect(page.locator(rows)).toHaveCount(5);
    await page.clock.fastForward(151_000);
    await expect(page.locator(".banner .status-word")).toHaveText("Unknown");
    await expect(page.locator(`:is(${rows}):not([data-status=Unknown])`)).toHaveCount(0);
  });
}

test("thresholds of one's own are not answered by the page", async ({ page, storm }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await blockApi(page);
  await openBoard(page, "?radius=3");
  await expect(page.locator(".banner .status-word")).toHaveText("Unknown");
});

test("the first response replaces what the page has", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/f/4");
  // Without a feed the page itself has Unknown.
  await expect(page.locator(".detail .status-word")).toHaveText("Clear");
  await expect(page.locator(".threats li")).toHaveCount(5);
  await expect(page.locator("storm-map .scale")).toBeVisible();
});
