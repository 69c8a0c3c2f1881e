import { expect, heading, makeFacility, makeUser, openAs, signIn, test, unique } from "./portal.ts";

test("one signs in and out", async ({ page }) => {
  await page.goto("/portal");
  await expect(page).toHaveTitle("Sign in – stormwire");
  await expect(page.getByText("The service is ready")).toBeVisible();
  await signIn(page, "viewer", "demo-viewer");
  await heading(page, "Storm");
  await expect(page).toHaveTitle("Storm – stormwire");

  await page.getByRole("link", { name: "Account" }).click();
  await heading(page, "Your account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await heading(page, "Sign in");
  await expect(page.getByText("You are signed out.")).toBeVisible();

  await page.reload();
  await heading(page, "Sign in");
});

test("a wrong password is told in words, and nothing of it is kept", async ({ page }) => {
  await page.goto("/portal");
  await signIn(page, unique("nobody"), "wrong-password");
  await expect(page.getByRole("alert")).toContainText("The name or the password is wrong.");
  await heading(page, "Sign in");
});

test("empty fields are named before anything is sent", async ({ page }) => {
  await page.goto("/portal");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your user name.")).toBeVisible();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(page.getByLabel("User name")).toBeFocused();
});

test("too many wrong passwords say how long to wait", async ({ page }) => {
  const name = unique("guesser");
  await page.goto("/portal");
  for (let tries = 0; tries < 20; tries += 1) {
    const answer = await page.request.post("/auth/login", { data: { username: name, password: "wrong" } });
    if (answer.status() === 429) break;
  }
  await signIn(page, name, "wrong-again");
  await expect(page.getByRole("alert")).toContainText(
    /Too many wrong passwords\. Try again in \d+ (second|minute)s?\./,
  );
});

test("a session that ends leads to the sign-in, and then back", async ({ page, admin }) => {
  const [user, facility] = [unique("throwaway"), unique("Waiting pool")];
  const id = await makeUser(admin, user, "first-password", "viewer");
  const place = await makeFacility(admin, facility);
  await page.goto("/portal/facilities");
  await signIn(page, user, "first-password");
  await page.getByLabel("Search by name").fill(facility);

  const answer = await admin.patch(`/user/${id}`, { data: { password: "second-password" } });
  expect(answer.status()).toBe(200);

  await page.getByRole("link", { name: facility }).click();
  await heading(page, "Sign in");
  await expect(page.getByText("Your session has ended. Sign in again.")).toBeVisible();
  await signIn(page, user, "second-password");
  await heading(page, facility);
  await expect(page).toHaveURL(new RegExp(`/portal/facilities/${place}$`));
});

test("one changes one's own password", async ({ page, admin }) => {
  const user = unique("changer");
  await makeUser(admin, user, "first-password", "viewer");
  await page.goto("/portal/account");
  await signIn(page, user, "first-password");
  await page.getByLabel("Current password").fill("not-this-one");
  await page.getByLabel("New password").fill("second-password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("It is not the one of this account.")).toBeVisible();

  await page.getByLabel("Current password").fill("first-password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await signIn(page, user, "second-password");
  await heading(page, "Your account");
});

test("a service that does not answer is told in words, and tried again", async ({ page }) => {
  await openAs(page, "viewer", "/portal/account");
  await page.route("**/facility", (route) => route.abort());
  await page.getByRole("link", { name: "Facilities" }).click();
  await expect(page.getByRole("alert")).toContainText("The service cannot be reached.");
  await page.unroute("**/facility");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});
