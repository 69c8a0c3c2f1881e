import { badge, createFacility, expect, expectHeading, openAs, test, unique, waitForLog } from "./portal-fixture.ts";

test("a watcher starts with a status change, and its run is in the log", async ({ page, admin }) => {
  const [name, facility] = [unique("Sign"), unique("Pool")];
  await openAs(page, "admin", "/portal/watchers/new");
  await page.getByLabel("A status change").check();
  await page.getByRole("button", { name: "Add watcher" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name\./);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Unknown").uncheck();
  await page.getByRole("button", { name: "Add watcher" }).click();
  await expectHeading(page, name);
  await expect(page.getByText("Phase 1 ends here.")).toBeVisible();

  await page.getByRole("link", { name: "Add action" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Note it");
  await page.getByLabel("Action type").selectOption("Data");
  await page
    .getByRole("combobox", { name: "Action", exact: true })
    .selectOption({ label: "Copy – Sets each key of `FieldMap` to the value at its path." });
  await page.getByLabel("Name of new entry in FieldMap").fill("Text");
  await page.getByRole("group", { name: "FieldMap", exact: true }).getByRole("button", { name: "Add" }).click();
  await page.getByRole("combobox", { name: "Text" }).fill("$.Event.Text");
  await expect(page.getByText("No problems found.")).toBeVisible();
  await page.getByRole("button", { name: "Add action" }).click();
  await expect(page.getByText("“Note it” was added.")).toBeVisible();

  await page.getByRole("link", { name: "Settings and status" }).click();
  await page.getByRole("button", { name: `Enable ${name}` }).click();
  await expect(badge(page, "Live")).toBeVisible();
  await expect(page.getByText("Status changes start the workflow.")).toBeVisible();
  await expect(page.getByLabel("Unknown")).not.toBeChecked();

  // The first status of a new facility is a change too.
  await createFacility(admin, facility);
  await waitForLog(admin, { q: facility, status: "Success" });
  await page.getByRole("link", { name: "Log", exact: true }).last().click();
  const row = page.getByRole("button", { name: new RegExp(`${facility}: \\w+ \\(was Unknown\\)`) });
  await expect(row).toContainText("Success");
});
