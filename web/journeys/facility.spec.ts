import { createFacility, expect, expectHeading, openAs, POINT, test, unique } from "./portal-fixture.ts";

test("a facility is added, listed, edited and deleted", async ({ page }) => {
  const [name, renamed] = [unique("Maple pool"), unique("Oak pool")];
  await openAs(page, "admin", "/portal/facilities");
  await page.getByRole("link", { name: "Add facility" }).click();
  await expectHeading(page, "Add a facility");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("x, to the east").fill(String(POINT.x));
  await page.getByLabel("y, to the north").fill(String(POINT.y));
  await page.getByRole("button", { name: "Add facility" }).click();
  await expectHeading(page, name);
  await expect(page.getByText(`“${name}” was added.`)).toBeVisible();
  await expect(page.getByText(/^34\.\d{6}$/)).toBeVisible();
  await expect(page).toHaveTitle(`${name} – stormwire`);

  await page.getByRole("link", { name: "All facilities" }).click();
  await page.getByLabel("Search by name").fill(name);
  await expect(page.getByText(/^1 of \d+ facilities$/)).toBeVisible();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("432951.15");
  await expect(row).toContainText(/-86\.\d{6}/);

  await row.getByRole("link").click();
  await page.getByLabel("Name").fill(renamed);
  await page.getByLabel("x, to the east").fill("");
  await page.getByLabel("y, to the north").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`“${renamed}” was saved.`)).toBeVisible();
  await expectHeading(page, renamed);
  await expect(page.getByText("No point", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Delete facility" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete “${renamed}”?` });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Delete facility" }).click();
  await dialog.getByRole("button", { name: "Delete facility" }).click();
  await expectHeading(page, "Facilities");
  await expect(page.getByText(`“${renamed}” was deleted.`)).toBeVisible();
  await page.getByLabel("Search by name").fill(renamed);
  await expect(page.getByText("No matching facilities.")).toBeVisible();
});

test("facilities are imported, updated by name and deleted together", async ({ page }) => {
  const [pool, park] = [unique("Import pool"), unique("Import park")];
  const choose = async (text: string): Promise<void> => {
    const file = { name: "facilities.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await page.getByLabel("File").setInputFiles(file);
  };
  await openAs(page, "admin", "/portal/facilities");
  await page.getByRole("link", { name: "Import a file" }).click();
  await expectHeading(page, "Import facilities");
  await choose(`name,x,y\n${pool},${POINT.x},${POINT.y}\n${park},,\n`);
  await page.getByRole("button", { name: "Import 2 facilities" }).click();
  await expect(page.getByText("2 facilities added, 0 updated, 0 unchanged.")).toBeVisible();

  await page.getByRole("link", { name: "Import a file" }).click();
  await choose(`name,x,y\n${pool},${POINT.x},${POINT.y}\n${park},,\n`);
  await expect(page.getByText("All facilities are as in the file.")).toBeVisible();
  await choose(`name,x,y\n${pool},${POINT.x + 500},${POINT.y}\n${park},${POINT.y},${POINT.x}\n`);
  const rejected = page.getByRole("row", { name: /Rejected/ });
  await expect(rejected).toContainText("are x and y swapped?");
  await expect(page.getByRole("row", { name: pool })).toContainText("Update");
  await choose(`name,x,y\n${pool},${POINT.x + 500},${POINT.y}\n`);
  await page.getByRole("button", { name: "Import 1 facility" }).click();
  await expect(page.getByText("0 facilities added, 1 updated, 0 unchanged.")).toBeVisible();

  await page.getByLabel("Search by name").fill("import p");
  await page.getByRole("checkbox", { name: `Select ${pool}` }).check();
  await page.getByRole("checkbox", { name: `Select ${park}` }).check();
  await page.getByRole("button", { name: "Delete 2 facilities" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 facilities?" });
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("2 facilities were deleted.")).toBeVisible();
  await expect(page.getByRole("row", { name: pool })).toHaveCount(0);
});

test("swapped coordinates get an error at the field", async ({ page }) => {
  await openAs(page, "admin", "/portal/facilities/new");
  await page.getByLabel("Name").fill(unique("Swapped pool"));
  await page.getByLabel("x, to the east").fill(String(POINT.y));
  await page.getByLabel("y, to the north").fill(String(POINT.x));
  await page.getByRole("button", { name: "Add facility" }).click();
  const point = page.getByRole("group", { name: "Point" });
  await expect(point).toContainText("are x and y swapped?");
  await expect(page.getByLabel("x, to the east")).toBeFocused();
  await expect(page.getByLabel("x, to the east")).toHaveAccessibleDescription(/are x and y swapped/);
  await expectHeading(page, "Add a facility");
});

test("invalid fields get errors of their own", async ({ page }) => {
  await openAs(page, "admin", "/portal/facilities/new");
  await page.getByLabel("x, to the east").fill("432,951.15");
  await page.getByRole("button", { name: "Add facility" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name\./);
  await expect(page.getByLabel("x, to the east")).toHaveAccessibleDescription(/Leave out commas and spaces\./);
  await expect(page.getByLabel("y, to the north")).toHaveAccessibleDescription(/Enter y too/);
});

test("a name is never HTML", async ({ page, admin }) => {
  const name = unique('<img src=x onerror="document.title=1">');
  const id = await createFacility(admin, name);
  await openAs(page, "viewer", `/portal/facilities/${id}`);
  await expectHeading(page, name);
  await expect(page.locator("main img")).toHaveCount(0);
});

for (const role of ["viewer", "operator"] as const) {
  test(`a ${role} sees no edit buttons and cannot edit`, async ({ page, admin }) => {
    const name = unique("Read only pool");
    const id = await createFacility(admin, name);
    await openAs(page, role, "/portal/facilities");
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.getByRole("link", { name: "Add facility" })).toHaveCount(0);
    for (const item of ["Users", "Tokens", "Audit"])
      await expect(page.getByRole("link", { name: item })).toHaveCount(0);

    await page.goto(`/portal/facilities/${id}`);
    await expectHeading(page, name);
    await expect(page.getByText("432951.15 feet")).toBeVisible();
    await expect(page.locator("main").getByRole("button")).toHaveCount(0);
    await expect(page.locator("main").getByRole("textbox")).toHaveCount(0);

    for (const path of ["/portal/facilities/new", "/portal/users", "/portal/tokens", "/portal/audit"]) {
      await page.goto(path);
      await expectHeading(page, "No access");
    }
    const response = await page.request.put(`/facility/${id}`, { data: { name: "Mine now", point: null } });
    expect(response.status()).toBe(403);
  });
}

test("going back restores the search", async ({ page, admin }) => {
  const name = unique("Found pool");
  await createFacility(admin, name);
  await openAs(page, "viewer", "/portal/facilities");
  await page.getByLabel("Search by name").fill(name);
  await page.getByRole("link", { name }).click();
  await expectHeading(page, name);
  await page.goBack();
  await expect(page.getByLabel("Search by name")).toHaveValue(name);
  await expect(page.getByText(/^1 of \d+ facilities$/)).toBeVisible();
});

test("a long list is shown in steps", async ({ page }) => {
  const many = Array.from({ length: 1201 }, (_, index) => ({
    id: index + 1,
    name: `Place ${index + 1}`,
    point: null,
    latLongPoint: null,
  }));
  await page.route("**/facility", (route) => route.fulfill({ json: many }));
  await openAs(page, "viewer", "/portal/facilities");
  await expect(page.locator("tbody tr")).toHaveCount(500);
  await page.getByRole("button", { name: "Show more (701 left)" }).click();
  await page.getByRole("button", { name: "Show more (201 left)" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1201);
});

test("unknown pages say so", async ({ page }) => {
  await openAs(page, "viewer", "/portal/nowhere");
  await expectHeading(page, "Page not found");
  await page.goto("/portal/facilities/999999999");
  await expect(page.getByRole("alert")).toContainText("Facility 999999999 not found.");
});
