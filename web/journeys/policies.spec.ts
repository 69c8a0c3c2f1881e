import { expectNoAxeViolations } from "./accessibility.ts";
import { createFacility, expect, expectHeading, openAs, test, unique } from "./portal-fixture.ts";

test("a policy is added, previewed, assigned to a facility and deleted", async ({ page, admin }) => {
  const [name, pool] = [unique("Golf"), unique("Golf course")];
  const id = await createFacility(admin, pool);
  await openAs(page, "admin", "/portal/facilities");
  await page.getByRole("link", { name: "Policies" }).click();
  await expectHeading(page, "Policies");
  await expect(page.getByText("Active: lightning within 8 miles in the last 30 minutes.").first()).toBeVisible();
  await page.getByRole("link", { name: "Add policy" }).click();
  await expectHeading(page, "Add a policy");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("All-clear window (minutes)").fill("45");
  await page.getByLabel("Ring 1: name").fill("Watch");
  await page.getByLabel("Ring 1: radius (miles)").fill("7");
  await page.getByLabel("Ring 1: clear after (minutes)").fill("30");
  await page.getByRole("button", { name: "Add policy" }).click();
  await expect(page.getByText("7 is not larger than 8, the danger radius")).toBeVisible();
  await expect(page.getByLabel("Ring 1: radius (miles)")).toBeFocused();
  await page.getByLabel("Ring 1: radius (miles)").fill("15");
  await page.getByRole("button", { name: "Show the effect" }).click();
  await expect(
    page.getByRole("heading", { name: "Effect on the last storm" }).or(page.getByText("No strikes are stored yet")),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: "Add policy" }).click();
  await expect(page.getByText(`“${name}” was added. Choose it in a facility.`)).toBeVisible();

  await openAs(page, "admin", `/portal/facilities/${id}`);
  await page.getByLabel("Policy").selectOption({ label: name });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`“${pool}” was saved.`)).toBeVisible();

  await openAs(page, "admin", "/portal/policies");
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Delete policy" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete policy" }).click();
  await expect(page.getByText("1 facility has this policy; assign another policy to it first")).toBeVisible();
  await admin.patch(`/facility/${id}`, { data: { policyId: null } });
  await page.getByRole("button", { name: "Delete policy" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete policy" }).click();
  await expect(page.getByText(`“${name}” was deleted.`)).toBeVisible();
});
