// Single sign-on against a real OpenID Connect provider.
import { expect, type Page, test as playwrightTest } from "@playwright/test";
import { expectNoAxeViolations } from "./accessibility.ts";
import { BREAK_GLASS, LOCAL, type OidcService, startOidcService } from "./oidc-service.mjs";
import { failOnPageErrors } from "./page-errors.ts";
import { expectHeading, signIn } from "./portal-fixture.ts";

const test = playwrightTest.extend<object, { service: OidcService }>({
  service: [
    async ({}, use) => {
      const service = await startOidcService();
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ service }, use) => {
    await use(service.url);
  },
  page: async ({ page }, use) => {
    // The provider's pages ask for a font from the internet.
    await page.route(/^https:/, (route) => route.fulfill({ contentType: "text/css", body: "" }));
    await failOnPageErrors(page, () => use(page));
  },
});

// In one worker, which starts one service.
test.describe.configure({ mode: "default" });

/** On the pages of the provider, which accepts any password. */
async function signInAtProvider(page: Page, issuer: string, account: string): Promise<void> {
  await page.getByRole("link", { name: "Sign in with City account" }).click();
  await expect(page).toHaveURL((url) => url.origin === issuer);
  await page.getByPlaceholder("Enter any login").fill(account);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("sign in with a role, and sign out at the provider too", async ({ page, service }) => {
  await page.goto("/portal/users");
  await expectHeading(page, "Sign in");
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await signInAtProvider(page, service.issuer, "chief");
  await expectHeading(page, "Users");
  await expect(page.getByRole("row", { name: /chief@city\.example You Single sign-on Administrator/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /glass Password \(break-glass\)/ })).toBeVisible();

  await page.getByRole("link", { name: "chief@city.example" }).click();
  await expect(page.getByText("its groups set the role at each sign-in")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save role" })).toHaveCount(0);

  await page.goto("/portal/account");
  await expect(page.getByText("You sign in with single sign-on")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change password" })).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await expectHeading(page, "Sign in");
  await expect(page).toHaveURL(`${service.url}/portal`);

  // The provider asks again: the session there has ended, too.
  await page.getByRole("link", { name: "Sign in with City account" }).click();
  await expect(page.getByPlaceholder("Enter any login")).toBeVisible();
});

test("an account without a role is rejected with words", async ({ page, service }) => {
  await page.goto("/portal");
  await signInAtProvider(page, service.issuer, "visitor");
  await expectHeading(page, "Sign in");
  await expect(page.getByRole("alert")).toContainText("Your account has no role in stormwire.");
  await page.reload();
  await expect(page.getByRole("link", { name: "Sign in with City account" })).toBeVisible();
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("a sign-in that is cancelled at the provider says so", async ({ page }) => {
  await page.goto("/portal");
  await page.getByRole("link", { name: "Sign in with City account" }).click();
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await expect(page.getByRole("alert")).toContainText("did not allow the sign-in");
});

test("a used sign-in link starts no second session", async ({ page, service }) => {
  let callback = "";
  page.on("request", (request) => {
    if (request.url().startsWith(`${service.url}/auth/oidc/callback`)) callback = request.url();
  });
  await page.goto("/portal");
  await signInAtProvider(page, service.issuer, "lifeguard");
  await expectHeading(page, "Storm");
  await page.context().clearCookies({ name: "stormwire_session" });
  await page.goto(callback);
  await expectHeading(page, "Sign in");
  await expect(page.getByRole("alert")).toContainText("already used");
});

test("emergency sign-in is for break-glass users only", async ({ page }) => {
  await page.goto("/portal");
  await page.getByRole("link", { name: "Emergency sign-in" }).click();
  await expect(page.getByLabel("Username")).toBeFocused();
  await expectNoAxeViolations(page);
  await signIn(page, LOCAL.username, LOCAL.password);
  await expect(page.getByRole("alert")).toContainText("The username or password is incorrect.");
  await signIn(page, BREAK_GLASS.username, BREAK_GLASS.password);
  // An administrator of a service that is not set up.
  await expectHeading(page, "Setup");
});
