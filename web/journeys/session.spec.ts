import {
  createFacility,
  createUser,
  expect,
  expectHeading,
  openAs,
  SHORTLY,
  signIn,
  test,
  unique,
} from "./portal-fixture.ts";

test("sign in and out", async ({ page }) => {
  await page.goto("/portal");
  await expect(page).toHaveTitle("Sign in – stormwire");
  await expect(page.getByText("The service is ready")).toBeVisible();
  await signIn(page, "viewer", "demo-viewer");
  await expectHeading(page, "Storm");
  await expect(page).toHaveTitle("Storm – stormwire");

  await page.getByRole("link", { name: "Account" }).click();
  await expectHeading(page, "Your account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expectHeading(page, "Sign in");
  await expect(page.getByText("You are signed out.")).toBeVisible();

  await page.reload();
  await expectHeading(page, "Sign in");
});

test("a wrong password gets an error", async ({ page }) => {
  await page.goto("/portal");
  await signIn(page, unique("unknown"), "wrong-password");
  await expect(page.getByRole("alert")).toContainText("The username or password is incorrect.");
  await expectHeading(page, "Sign in");
});

test("empty fields get errors before anything is sent", async ({ page }) => {
  await page.goto("/portal");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your username.")).toBeVisible();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(page.getByLabel("Username")).toBeFocused();
});

test("too many wrong passwords say how long to wait", async ({ page }) => {
  const name = unique("guesser");
  await page.goto("/portal");
  const guess = async () =>
    (await page.request.post("/auth/login", { data: { username: name, password: "wrong" } })).status();
  // Now and then another attempt is allowed, perhaps just before the form is sent.
  await expect(async () => {
    await expect.poll(guess, { intervals: [1] }).toBe(429);
    const answered = page.waitForResponse("**/auth/login");
    await signIn(page, name, "wrong-again");
    await answered;
    await expect(page.getByRole("alert")).toContainText(
      /Too many wrong passwords\. Try again in \d+ (second|minute)s?\./,
      SHORTLY,
    );
  }).toPass();
});

test("an ended session leads to sign-in and back", async ({ page, admin }) => {
  const [user, facility] = [unique("throwaway"), unique("Waiting pool")];
  const id = await createUser(admin, user, "first-password", "viewer");
  const facilityId = await createFacility(admin, facility);
  await page.goto("/portal/facilities");
  await signIn(page, user, "first-password");
  await page.getByLabel("Search by name").fill(facility);

  const response = await admin.patch(`/user/${id}`, { data: { password: "second-password" } });
  expect(response.status()).toBe(200);

  await page.getByRole("link", { name: facility }).click();
  await expectHeading(page, "Sign in");
  await expect(page.getByText("Your session has ended. Sign in again.")).toBeVisible();
  await signIn(page, user, "second-password");
  await expectHeading(page, facility);
  await expect(page).toHaveURL(new RegExp(`/portal/facilities/${facilityId}$`));
});

test("users change their own password", async ({ page, admin }) => {
  const user = unique("changer");
  await createUser(admin, user, "first-password", "viewer");
  await page.goto("/portal/account");
  await signIn(page, user, "first-password");
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByLabel("New password").fill("second-password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Wrong password.")).toBeVisible();

  await page.getByLabel("Current password").fill("first-password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await signIn(page, user, "second-password");
  await expectHeading(page, "Your account");
});

test("an unreachable service gets an error and a retry", async ({ page }) => {
  await openAs(page, "viewer", "/portal/account");
  await page.route("**/facility", (route) => route.abort());
  await page.getByRole("link", { name: "Facilities" }).click();
  await expect(page.getByRole("alert")).toContainText("The service cannot be reached.");
  await page.unroute("**/facility");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});
