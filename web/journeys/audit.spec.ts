import { expect, makeFacility, openAs, test, unique } from "./portal.ts";

test("the audit trail shows who changed what, newest first, as a difference of fields", async ({ page, admin }) => {
  const [name, renamed] = [unique("Old name"), unique("New name")];
  const id = await makeFacility(admin, name);
  await admin.patch(`/facility/${id}`, { data: { name: renamed } });
  await openAs(page, "admin", "/portal/audit");

  const entries = page.getByRole("listitem").filter({ hasText: `(number ${id})` });
  const changed = entries.filter({ hasText: `changed facility “${renamed}”` });
  await expect(changed).toContainText("admin");
  await expect(changed.getByRole("deletion")).toHaveText(`before: ${name}`);
  await expect(changed.getByRole("insertion")).toHaveText(`after: ${renamed}`);
  await expect(changed.locator("time")).toHaveText(/\d{4}, \d+:\d\d:\d\d\s[AP]M C[SD]T$/);
  await expect(entries.filter({ hasText: `added facility “${name}”` })).toContainText("432951.15");
  await expect(entries.first()).toContainText(renamed);
});

test("the audit trail goes on by pages, without a gap or a double", async ({ page }) => {
  await openAs(page, "admin", "/portal/audit");
  const items = page.locator(".trail > li");
  await expect(items).toHaveCount(50);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(items).toHaveCount(100);
  const deeds = await items.evaluateAll((all) =>
    all.map((item) => `${item.querySelector("time")?.dateTime} ${item.querySelector("p")?.textContent}`),
  );
  expect(new Set(deeds).size).toBe(100);
});
