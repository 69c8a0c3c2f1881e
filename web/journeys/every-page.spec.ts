// What holds for every page: nothing that axe finds, and no scrolling sideways on the smallest phone.
import AxeBuilder from "@axe-core/playwright";
import type { APIRequestContext, Page } from "@playwright/test";
import {
  expect,
  extractConfig,
  makeAction,
  makeFacility,
  makeUser,
  makeWatcher,
  openAs,
  test,
  unique,
} from "./portal.ts";

interface Sight {
  name: string;
  open: (page: Page, admin: APIRequestContext) => Promise<void>;
}

const LONG = "Averyveryveryverylongnamewithoutanyspace";

const plain = (name: string, path: string): Sight => ({ name, open: (page) => openAs(page, "admin", path) });

const SIGHTS: Sight[] = [
  { name: "sign-in", open: async (page) => void (await page.goto("/portal")) },
  {
    name: "sign-in with errors",
    open: async (page) => {
      await page.goto("/portal");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByText("Enter your password.")).toBeVisible();
    },
  },
  // A few rows stand for all: axe would look at every cell of the whole list.
  plain("facilities", "/portal/facilities?q=alder"),
  {
    name: "new facility",
    open: async (page) => {
      await openAs(page, "admin", "/portal/facilities/new");
      await expect(page.locator("storm-point-map .scale")).toBeVisible();
    },
  },
  {
    name: "facility",
    open: async (page, admin) => openAs(page, "admin", `/portal/facilities/${await makeFacility(admin, unique(LONG))}`),
  },
  {
    name: "facility for a viewer",
    open: async (page, admin) =>
      openAs(page, "viewer", `/portal/facilities/${await makeFacility(admin, unique(LONG))}`),
  },
  {
    name: "facility with errors",
    open: async (page) => {
      await openAs(page, "admin", "/portal/facilities/new");
      await page.getByLabel("x, to the east").fill("1,0");
      await page.getByRole("button", { name: "Add facility" }).click();
      await expect(page.getByText("Leave out commas")).toBeVisible();
    },
  },
  {
    name: "question before deleting",
    open: async (page, admin) => {
      await openAs(page, "admin", `/portal/facilities/${await makeFacility(admin, unique(LONG))}`);
      await page.getByRole("button", { name: "Delete facility" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  plain("users", "/portal/users"),
  plain("new user", "/portal/users/new"),
  {
    name: "user",
    open: async (page, admin) =>
      openAs(page, "admin", `/portal/users/${await makeUser(admin, unique(LONG), "long-enough", "viewer")}`),
  },
  {
    name: "tokens",
    open: async (page, admin) => {
      await admin.post("/token", { data: { name: unique(LONG) } });
      await openAs(page, "admin", "/portal/tokens");
    },
  },
  plain("new token", "/portal/tokens/new"),
  {
    name: "token just created",
    open: async (page) => {
      await openAs(page, "admin", "/portal/tokens/new");
      await page.getByLabel("Name").fill(unique("token"));
      await page.getByRole("button", { name: "Create token" }).click();
      await expect(page.getByText("It will not be shown again.")).toBeVisible();
    },
  },
  {
    name: "audit",
    open: async (page) => {
      // A few entries stand for all, as above.
      await page.route(
        ({ pathname }) => pathname === "/audit",
        (route) => route.continue({ url: `${route.request().url()}?limit=6` }),
      );
      await openAs(page, "admin", "/portal/audit");
      await expect(page.locator(".trail > li")).toHaveCount(6);
    },
  },
  plain("watchers", "/portal/watchers?q=lightning"),
  {
    name: "watcher",
    open: async (page, admin) =>
      openAs(
        page,
        "admin",
        `/portal/watchers/${await makeWatcher(admin, { name: unique(LONG), mailboxAddress: "storm@demo.example" })}`,
      ),
  },
  { name: "watcher for a viewer", open: (page) => openAs(page, "viewer", "/portal/watchers/1") },
  plain("new watcher", "/portal/watchers/new"),
  {
    name: "folders of a mailbox",
    open: async (page) => {
      await openAs(page, "admin", "/portal/watchers/1");
      await page.getByRole("button", { name: "Choose folder" }).click();
      await expect(page.getByLabel("Search folders")).toBeVisible();
    },
  },
  {
    name: "actions",
    open: async (page, admin) => {
      const id = await makeWatcher(admin, { name: unique("Chain"), mailboxAddress: "storm@demo.example" });
      await makeAction(admin, id, unique(LONG));
      await makeAction(admin, id, "Second", { isPhaseOne: false });
      await openAs(page, "admin", `/portal/watchers/${id}/actions`);
    },
  },
  plain("new action", "/portal/watchers/1/actions/new"),
  plain("ready workflows", "/portal/watchers/1/gallery"),
  plain("action", "/portal/watchers/1/actions/1"),
  {
    name: "workbench",
    open: async (page, admin) => {
      const id = await makeWatcher(admin, { name: unique("Bench"), mailboxAddress: "storm@demo.example" });
      const action = await makeAction(admin, id, "Read", {
        actionType: "TextExtract",
        config: extractConfig("Latitude ([0-9.]+)"),
      });
      await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench`);
      await page.getByLabel("Text of the message").fill("Strike Latitude 34.7 and a Strike without");
      await expect(page.locator(".marked mark")).toHaveText("34.7");
    },
  },
  plain("balance", "/portal/watchers/1/balance"),
  plain("log", "/portal/log?jobId=1"),
  plain("explain", "/portal/log/explain"),
  plain("credentials", "/portal/credentials"),
  plain("new credential", "/portal/credentials/new"),
  plain("credential", "/portal/credentials/1"),
  plain("system", "/portal/system"),
  plain("account", "/portal/account"),
  plain("missing page", "/portal/nowhere"),
];

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Loading …")).toHaveCount(0);
}

for (const { name, open } of SIGHTS) {
  test(`${name}: axe finds nothing, in light and in dark`, async ({ page, admin }) => {
    await open(page, admin);
    await settled(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
        colorScheme,
      ).toEqual([]);
    }
  });

  test(`${name}: nothing scrolls sideways at 320 px`, async ({ page, admin }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, admin);
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

test("the menu of a phone opens, leads on and closes", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAs(page, "admin", "/portal/facilities");
  const menu = page.getByRole("button", { name: "Menu" });
  await expect(page.getByRole("link", { name: "Tokens" })).toBeHidden();
  await menu.click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole("link", { name: "Tokens" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tokens" })).toBeFocused();
  await expect(menu).toHaveAttribute("aria-expanded", "false");
});
