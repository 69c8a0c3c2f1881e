import { expect, makeWatcher, openAs, test, unique } from "./portal.ts";

test("a watcher that does nothing yet gets a ready workflow, which asks for what it needs", async ({ page, admin }) => {
  const id = await makeWatcher(admin, { name: unique("Ready"), mailboxAddress: "storm@demo.example" });
  await openAs(page, "admin", `/portal/watchers/${id}/actions`);
  await page.getByRole("link", { name: "Start from a ready workflow" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ready workflows" })).toBeVisible();
  await page.getByLabel("Lightning ingest with facility mail").check();
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByLabel("Who gets the mail")).toBeFocused();
  await expect(page.getByText("This is needed.")).toBeVisible();
  await page.getByLabel("Who gets the mail").fill("nobody");
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByText("is not mail addresses")).toBeVisible();
  await page.getByLabel("Who gets the mail").fill("crew@demo.example");
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByText("“Lightning ingest with facility mail” is in place: 5 actions.")).toBeVisible();
  await expect(page.locator(".chain h2 a")).toHaveText(["Read the strikes", "Merge the strikes", "Settings", "Reckon per facility", "Mail the facilities"]);
  await expect(page.getByRole("link", { name: "Start from a ready workflow" })).toHaveCount(0);
});
