// A page on which nothing happens changes nothing but its clocks.
import type { Page } from "@playwright/test";
import { expect, multiplyFacilities, openAsSupervisor, openBoard, test } from "./storm-fixture.ts";

const SECONDS = 5;

/** For each change of an element meanwhile: the selector that it is in; for others its own HTML. */
async function changedDuring(page: Page, expected: string[], wait: () => Promise<void>): Promise<string[]> {
  await page.evaluate(() => {
    const changed: Element[] = [];
    Object.assign(window, { changed });
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        if (element !== null) changed.push(element);
      }
    });
    const options = { subtree: true, childList: true, characterData: true, attributes: true };
    observer.observe(document.documentElement, options);
  });
  await wait();
  return page.evaluate(
    (selectors) =>
      (window as unknown as { changed: Element[] }).changed.map(
        (element) =>
          selectors.find((selector) => element.closest(selector) !== null) ?? element.outerHTML.slice(0, 200),
      ),
    expected,
  );
}

test("a second changes no row of the public page whose text stays the same", async ({ page, healthyFeed: _ }) => {
  await page.clock.install();
  await page.goto("/");
  await expect(page.locator(".threats li")).toHaveCount(5);
  await expect(page.locator("storm-map .scale")).toBeVisible();
  const changed = await changedDuring(page, [".as-of"], () => page.clock.runFor(SECONDS * 1_000));
  expect([...new Set(changed)]).toEqual([".as-of"]);
});

test("a second changes only the countdowns of the dashboard", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Dunmore School", miles: 1 }]);
  await page.clock.install();
  await openBoard(page);
  await expect(page.locator("facility-table tr[data-id]")).toHaveCount(5);
  await expect(page.locator("storm-map .scale")).toBeVisible();
  const expected = [".as-of", "td.clearAt", "td.last", ".change"];
  const changed = await changedDuring(page, expected, () => page.clock.runFor(SECONDS * 1_000));
  expect(changed.filter((name) => !expected.includes(name))).toEqual([]);
  expect(changed).toContain("td.clearAt");
});

for (const { path, rows } of [
  { path: "/", rows: ".threats li" },
  { path: "/portal/storm?wall", rows: ".tiles li" },
]) {
  test(`a second changes no countdown of ${path} that cannot be seen on a phone`, async ({ page, storm }) => {
    await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
    await multiplyFacilities(page, { count: 50 });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.clock.install();
    await openAsSupervisor(page, path);
    await expect(page.locator(rows)).toHaveCount(50);
    await expect(page.locator("storm-map .scale")).toBeVisible();
    const countdown = (nth: number) => `${rows}:nth-child(${nth})`;
    const all = Array.from({ length: 50 }, (_, index) => countdown(index + 1));
    // Rows that cannot be seen are known after the first second.
    await page.clock.runFor(1_500);
    const changed = await changedDuring(page, all, () => page.clock.runFor(SECONDS * 1_000));
    const times = (row: string) => changed.filter((one) => one === row).length;
    expect(times(countdown(1))).toBeGreaterThanOrEqual(3);
    // Once for a new report, which may arrive meanwhile.
    expect(Math.max(...all.slice(30).map(times))).toBeLessThanOrEqual(2);
  });
}
