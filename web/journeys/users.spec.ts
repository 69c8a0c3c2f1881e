import { createUser, expect, expectHeading, openAs, signIn, test, unique } from "./portal-fixture.ts";

test("a user is added, changed and deleted", async ({ page, browser, baseURL }) => {
  const name = unique("user");
  await openAs(page, "admin", "/portal/users");
  await page.getByRole("link", { name: "Add user" }).click();
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/must have at least 8 characters/);
  await page.getByLabel("Password").fill("tulip-kettle-lamp");
  await page.getByRole("radio", { name: "Operator" }).check();
  await page.getByRole("button", { name: "Add user" }).click();
  await expectHeading(page, "Users");
  await expect(page.getByRole("row", { name })).toContainText("Operator");

  await page.getByRole("link", { name }).click();
  await expectHeading(page, name);
  await page.getByRole("radio", { name: "Viewer" }).check();
  await page.getByRole("button", { name: "Save role" }).click();
  await expect(page.getByText(`“${name}” now has the role Viewer.`)).toBeVisible();
  await page.getByLabel("New password").fill("another-kettle");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText(`The password of “${name}” was changed.`)).toBeVisible();

  const userPage = await browser.newPage({ ...(baseURL === undefined ? {} : { baseURL }) });
  await userPage.goto("/portal/account");
  await signIn(userPage, name, "another-kettle");
  await expect(userPage.getByText("Viewer", { exact: true })).toBeVisible();
  await userPage.close();

  await page.getByRole("button", { name: "Delete user" }).click();
  await page
    .getByRole("dialog", { name: `Delete “${name}”?` })
    .getByRole("button", { name: "Delete user" })
    .click();
  await expectHeading(page, "Users");
  await expect(page.getByText(`“${name}” was deleted.`)).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("a name that is taken gets an error at its field", async ({ page }) => {
  await openAs(page, "admin", "/portal/users/new");
  await page.getByLabel("Username").fill("viewer");
  await page.getByLabel("Password").fill("tulip-kettle-lamp");
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(page.getByLabel("Username")).toHaveAccessibleDescription(/A user with this name already exists/);
});

test("an administrator who changes role loses the pages", async ({ page, admin }) => {
  const name = unique("former-admin");
  const id = await createUser(admin, name, "tulip-kettle-lamp", "admin");
  await page.goto(`/portal/users/${id}`);
  await signIn(page, name, "tulip-kettle-lamp");
  await page.getByRole("radio", { name: "Viewer" }).check();
  await page.getByRole("button", { name: "Save role" }).click();
  await expectHeading(page, "No access");
  await expect(page.getByRole("link", { name: "Users" })).toHaveCount(0);
});

test("a token is created, shown once, works, and is revoked", async ({ page, playwright, baseURL, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const name = unique("token");
  await openAs(page, "admin", "/portal/tokens");
  await page.getByRole("link", { name: "Create token" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("User", { exact: true }).selectOption("viewer");
  await page.getByLabel("Expiration date").fill("2020-01-01");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByLabel("Expiration date")).toHaveAccessibleDescription(/This date is in the past\./);
  await page.getByLabel("Expiration date").fill("2099-12-31");
  await page.getByRole("button", { name: "Create token" }).click();
  await expectHeading(page, "Token created");
  await expect(page.getByText("It will not be shown again.")).toBeVisible();
  const token = await page.getByLabel(`Token “${name}” for viewer`).inputValue();
  await page.getByRole("button", { name: "Copy token" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);

  const program = await playwright.request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get("/facility")).status()).toBe(200);

  await page.getByRole("link", { name: "All tokens" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("Dec 31, 2099, 11:59 PM CST");
  await row.getByRole("button", { name: "Revoke" }).click();
  await page
    .getByRole("dialog", { name: `Revoke “${name}”?` })
    .getByRole("button", { name: "Revoke token" })
    .click();
  await expect(page.getByText(`“${name}” was revoked.`)).toBeVisible();
  await expect(row).toHaveCount(0);
  expect((await program.get("/facility")).status()).toBe(401);
  await program.dispose();
});
