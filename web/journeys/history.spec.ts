import { expectNoAxeViolations } from "./accessibility.ts";
import { expect, openAs, test, unique } from "./portal-fixture.ts";

test("versions of a policy are compared, and an old one is restored", async ({ page, admin }) => {
  const policy = {
    name: unique("History"),
    radiusMiles: 8,
    dangerMinutes: 30,
    allClearMinutes: 30,
    historyHours: 8,
    rings: [],
  };
  const { id } = await (await admin.post("/policy", { data: policy })).json();
  await admin.put(`/policy/${id}`, { data: { ...policy, radiusMiles: 9.5 } });
  await openAs(page, "admin", `/portal/policies/${id}`);
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("First version")).toBeVisible();
  const difference = history.getByRole("table", { name: "What is different" });
  await expect(difference.getByRole("row", { name: "radiusMiles 8 9.5" })).toBeVisible();
  await expectNoAxeViolations(page);
  await history.getByRole("button", { name: "Compare with current" }).click();
  await expect(difference.getByRole("row", { name: "radiusMiles 8 9.5" })).toBeVisible();

  await history.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByText("was restored.")).toBeVisible();
  expect((await (await admin.get(`/policy/${id}`)).json()).radiusMiles).toBe(8);
  await expect(history.getByRole("button", { name: "Restore this version" })).toHaveCount(2);
  await expect(history.getByRole("cell", { name: /^Restores the version of .+: radiusMiles$/ })).toBeVisible();

  const versions = history.getByLabel("From", { exact: true });
  await versions.selectOption({ index: 2 });
  await expect(history.getByText("These versions are the same.")).toBeVisible();
  await admin.delete(`/policy/${id}`);
});
