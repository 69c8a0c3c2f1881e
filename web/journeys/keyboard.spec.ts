import type { Locator, Page } from "@playwright/test";
import { expect, expectHeading, openAs, POINT, test, unique } from "./portal-fixture.ts";

async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test("sign in and add a facility by keyboard", async ({ page }) => {
  const name = unique("Keyboard pool");
  await page.goto("/portal");
  await tabTo(page, page.getByLabel("Username"));
  await page.keyboard.type("admin");
  await page.keyboard.press("Tab");
  await page.keyboard.type("demo-admin");
  await page.keyboard.press("Enter");
  await expectHeading(page, "Storm");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await tabTo(page, page.getByRole("link", { name: "Facilities", exact: true }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expectHeading(page, "Facilities");
  await tabTo(page, page.getByRole("link", { name: "Add facility" }));
  await page.keyboard.press("Enter");
  await expectHeading(page, "Add a facility");
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(String(POINT.x));
  await page.keyboard.press("Tab");
  await page.keyboard.type(String(POINT.y));
  await tabTo(page, page.getByRole("button", { name: "Add facility" }));
  await page.keyboard.press("Space");
  await expectHeading(page, name);

  await tabTo(page, page.getByRole("button", { name: "Delete facility" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Delete facility" })).toBeFocused();
});

test("add a watcher of files by keyboard", async ({ page }) => {
  const name = unique("Keyboard share");
  await openAs(page, "admin", "/portal/watchers/new");
  await tabTo(page, page.getByRole("radio", { name: /^New mail/ }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("New files")).toBeChecked();
  await tabTo(page, page.getByLabel("Name", { exact: true }));
  await page.keyboard.type(name);
  await tabTo(page, page.getByLabel("Folder", { exact: true }));
  await page.keyboard.type("/srv/storm/strikes");
  await tabTo(page, page.getByRole("button", { name: "Add watcher" }));
  await page.keyboard.press("Enter");
  await expectHeading(page, name);
});

test("the skip link comes first and leads to the content", async ({ page }) => {
  await page.goto("/portal");
  await expectHeading(page, "Sign in");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Username")).toBeFocused();
});
