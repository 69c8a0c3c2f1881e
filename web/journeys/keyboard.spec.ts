import type { Locator, Page } from "@playwright/test";
import { expect, heading, POINT, test, unique } from "./portal.ts";

/** Tab by tab, as somebody without a mouse gets there. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test("signing in and adding a facility by keyboard alone", async ({ page }) => {
  const name = unique("Keyboard pool");
  await page.goto("/portal");
  await tabTo(page, page.getByLabel("User name"));
  await page.keyboard.type("admin");
  await page.keyboard.press("Tab");
  await page.keyboard.type("demo-admin");
  await page.keyboard.press("Enter");
  await heading(page, "Storm");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await tabTo(page, page.getByRole("link", { name: "Facilities", exact: true }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await heading(page, "Facilities");
  await tabTo(page, page.getByRole("link", { name: "Add facility" }));
  await page.keyboard.press("Enter");
  await heading(page, "Add a facility");
  await tabTo(page, page.getByLabel("Name"));
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(String(POINT.x));
  await page.keyboard.press("Tab");
  await page.keyboard.type(String(POINT.y));
  await tabTo(page, page.getByRole("button", { name: "Add facility" }));
  await page.keyboard.press("Space");
  await heading(page, name);

  await tabTo(page, page.getByRole("button", { name: "Delete facility" }));
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByRole("button", { name: "Delete facility" })).toBeFocused();
});

test("the skip link comes first and leads to the content", async ({ page }) => {
  await page.goto("/portal");
  await heading(page, "Sign in");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("User name")).toBeFocused();
});
