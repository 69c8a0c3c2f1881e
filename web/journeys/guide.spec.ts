// The guide at /docs/guide: navigation, search by keyboard, small screens, and the action pages in the portal.
import { expectNoAxeViolations, expectNoSidewaysScroll, SMALL_PHONE } from "./accessibility.ts";
import { createAction, createWatcher, expect, openAs, test, unique } from "./portal-fixture.ts";

test("pages link to each other in reading order", async ({ page }) => {
  await page.goto("/docs/guide");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const link = page.getByRole("navigation", { name: "Guide" }).getByRole("link").first();
  const first = (await link.getAttribute("href")) ?? "";
  await link.click();
  await expect(page).toHaveURL(first);
  await expect(page.locator("[aria-current=page]")).toHaveCount(1);
  await page.getByRole("link", { name: /^Next:/ }).click();
  await expect(page).not.toHaveURL(first);
  await page.getByRole("link", { name: /^Previous:/ }).click();
  await expect(page).toHaveURL(first);
});

test("search finds a section, by keyboard alone", async ({ page }) => {
  await page.goto("/docs/guide");
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search the guide")).toBeFocused();
  await page.keyboard.type("idempotency key");
  await expect(page.locator("#results a").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/guide\/.+/);

  await page.getByLabel("Search the guide").fill("xyzzyplugh");
  await expect(page.getByText("Nothing found for “xyzzyplugh”.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Nothing found")).toBeHidden();
});

test("guide pages have no axe violations and fit the smallest phone", async ({ page }) => {
  for (const path of ["/docs/guide", "/docs/guide/reference/actions/sql", "/docs/guide/reference/status-rules"]) {
    await page.goto(path);
    await expectNoAxeViolations(page);
  }
  await page.setViewportSize(SMALL_PHONE);
  await page.goto("/docs/guide/reference/actions/sql");
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole("navigation", { name: "Guide" })).toBeHidden();
});

test("an action's form shows its guide page", async ({ page, admin }) => {
  const watcher = await createWatcher(admin, { name: unique("Guide"), mailboxAddress: "storm@demo.example" });
  const action = await createAction(admin, watcher, "Note");
  await openAs(page, "admin", `/portal/watchers/${watcher}/actions/${action}`);
  await expect(page.getByText("Sets, copies or removes values at the root of the context.")).toBeVisible();
});
