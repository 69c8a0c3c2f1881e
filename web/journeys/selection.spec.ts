// Selecting values in the workbench with a real mouse and by touch: nothing moves between press and release.
import { type APIRequestContext, devices, type Page } from "@playwright/test";
import { createAction, createWatcher, expect, extractConfig, openAs, test, unique } from "./portal-fixture.ts";
import { dragOver, dragOverShown, pointsOf } from "./select-value.ts";

/** The workbench reads a touch selection after a pause of 350 ms. */
const LONGER_THAN_PAUSE_MS = 500;
const DESKTOP = { width: 1280, height: 720 };
const ROWS = Array.from(
  { length: 14 },
  (_, row) => `2025-08-07 12:44:${row + 10},CG,34.7${row + 100},-86.5${row + 100}`,
);
const TEXT = ["Dear customer,", "", "Time,Type,Lat,Lon", ...ROWS, "", "Storm Vendor"].join("\n");

async function openWorkbench(page: Page, admin: APIRequestContext): Promise<void> {
  const id = await createWatcher(admin, { name: unique("Mouse"), mailboxAddress: "storm@demo.example" });
  const action = await createAction(admin, id, "Read strikes", {
    actionType: "TextExtract",
    config: { ...extractConfig(String.raw`CG,([\d.]+)`), Segment: { StartPattern: String.raw`(?m)^\d{4}-` } },
  });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench`);
  await page.getByLabel("Message text").fill(TEXT);
  await expect(page.locator(".highlighted-text mark")).toHaveCount(ROWS.length);
}

const selected = (page: Page) => page.getByRole("region", { name: "Selected value" }).locator("q");

/** Where the text is on the screen. */
const textPosition = (page: Page) =>
  page.locator(".highlighted-text").evaluate((region) => [region.getBoundingClientRect().top, region.scrollTop]);

/** Compares the position after everything that waits for a pause in selecting had its time, by the page's clock. */
async function expectStill(page: Page): Promise<void> {
  const before = await textPosition(page);
  await page.clock.runFor(LONGER_THAN_PAUSE_MS);
  expect(await textPosition(page)).toEqual(before);
}

test.describe("with a mouse", () => {
  test.use({ viewport: DESKTOP });

  for (const { name, steps } of [
    { name: "fast", steps: 1 },
    { name: "slow", steps: 40 },
  ]) {
    test(`a ${name} drag selects exactly the value, row after row`, async ({ page, admin }) => {
      await openWorkbench(page, admin);
      for (const value of ["2025-08-07 12:44:10", "-86.5101", "34.7113", "-86.5113", "CG"]) {
        await dragOver(page, value, { steps });
        await expect(selected(page)).toHaveText(value);
      }
    });
  }

  test("a preview that arrives during a drag waits for the release", async ({ page, admin }) => {
    await page.clock.install();
    await openWorkbench(page, admin);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/mailbox-watcher/preview", async (route) => {
      await released;
      await route.continue();
    });
    // Fails, with a long explanation above the text.
    const requested = page.waitForRequest("**/mailbox-watcher/preview");
    await page.getByLabel("Pattern", { exact: true }).fill("Nowhere ([0-9.]+)");
    await requested;
    await dragOverShown(page, "-86.5102", {
      meanwhile: async () => {
        const before = await textPosition(page);
        const answered = page.waitForResponse("**/mailbox-watcher/preview");
        release();
        await (await answered).finished();
        await expectStill(page);
        expect(await textPosition(page)).toEqual(before);
      },
    });
    await expect(selected(page)).toHaveText("-86.5102");
    await expect(page.getByText("Would fail")).toBeVisible();
  });

  test("a second drag right after the first is not disturbed by it", async ({ page, admin }) => {
    await page.clock.install();
    await openWorkbench(page, admin);
    await dragOver(page, "34.7110");
    await dragOver(page, "-86.5110", { meanwhile: () => expectStill(page) });
    await expect(selected(page)).toHaveText("-86.5110");
  });

  test("a drag inside selected text starts a new selection", async ({ page, admin }) => {
    await openWorkbench(page, admin);
    await dragOver(page, "2025-08-07 12:44:10,CG,34.7100,-86.5100");
    await expect(selected(page)).toHaveText("2025-08-07 12:44:10,CG,34.7100,-86.5100");
    await dragOver(page, "34.7100", { steps: 10 });
    await expect(selected(page)).toHaveText("34.7100");
  });

  test("a drag that ends outside of the text counts up to its edge", async ({ page, admin }) => {
    await openWorkbench(page, admin);
    const { start } = await pointsOf(page, "-86.5103");
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 400, start.y, { steps: 10 });
    await page.mouse.up();
    await expect(selected(page)).toHaveText("-86.5103");
  });
});

const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];

test.describe("by touch", () => {
  test.use(phone);

  test("adjusting a selection never scrolls the page", async ({ page, admin }) => {
    await openWorkbench(page, admin);
    await pointsOf(page, "-86.5110");
    const scroll = () => page.evaluate(() => [scrollX, scrollY]);
    const before = await scroll();
    // Handles of a selection are no part of the page: it hears only of a touch and of new selections.
    await page.locator(".highlighted-text").dispatchEvent("pointerdown", { pointerType: "touch", button: 0 });
    await page.locator(".highlighted-text").dispatchEvent("pointercancel", { pointerType: "touch" });
    for (const value of ["34.7110", "-86.5110"]) {
      await page
        .locator(".highlighted-text")
        .getByText(value)
        .first()
        .evaluate((piece, searched) => {
          const node = [...piece.childNodes].find(({ nodeValue }) => nodeValue?.includes(searched));
          const start = node?.nodeValue?.indexOf(searched) ?? 0;
          if (node) document.getSelection()?.setBaseAndExtent(node, start, node, start + searched.length);
        }, value);
      await expect(selected(page)).toHaveText(value);
      await expect(selected(page)).toBeInViewport();
      expect(await scroll()).toEqual(before);
    }
  });
});
