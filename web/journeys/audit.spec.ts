import { createFacility, expect, openAs, test, unique } from "./portal-fixture.ts";

test("the audit trail shows changes by field, newest first", async ({ page, admin }) => {
  const [name, renamed] = [unique("Old name"), unique("New name")];
  const id = await createFacility(admin, name);
  await admin.patch(`/facility/${id}`, { data: { name: renamed } });
  await openAs(page, "admin", "/portal/audit");

  const entries = page.getByRole("listitem").filter({ hasText: `(ID ${id})` });
  const changed = entries.filter({ hasText: `admin updated facility "${renamed}"` });
  await expect(changed.getByRole("deletion")).toHaveText(`before: ${name}`);
  await expect(changed.getByRole("insertion")).toHaveText(`after: ${renamed}`);
  await expect(changed.locator("time")).toHaveText(/\d{4}, \d+:\d\d:\d\d\s[AP]M C[SD]T$/);
  await expect(entries.filter({ hasText: `created facility "${name}"` })).toContainText("432951.15");
  await expect(entries.first()).toContainText(renamed);
});

test("the pages of the audit trail have no gaps or duplicates", async ({ page }) => {
  await openAs(page, "admin", "/portal/audit");
  const items = page.locator(".audit-trail > li");
  await expect(items).toHaveCount(50);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(items).toHaveCount(100);
  const texts = await items.evaluateAll((all) =>
    all.map((item) => `${item.querySelector("time")?.dateTime} ${item.querySelector("p")?.textContent}`),
  );
  expect(new Set(texts).size).toBe(100);
});
