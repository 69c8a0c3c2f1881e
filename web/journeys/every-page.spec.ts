// Every page of the portal: a help link, no axe violations, and no sideways scroll on the smallest phone. Pages that every
// installation has are checked in Spanish too, in the same visit.
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible, expectAccessibleWords, expectNoSidewaysScroll, SMALL_PHONE } from "./accessibility.ts";
import {
  createAction,
  createFacility,
  createFileWatcher,
  createUser,
  createWatcher,
  expect,
  extractConfig,
  openAs,
  test,
  unique,
} from "./portal-fixture.ts";
import { FIXED_PAGES } from "./portal-pages.ts";
import { switchToSpanish } from "./spanish-page.ts";

interface PageCase {
  name: string;
  open: (page: Page, admin: APIRequestContext) => Promise<void>;
}

const LONG = "Averyveryveryverylongnamewithoutanyspace";

const PAGES: PageCase[] = [
  { name: "sign-in", open: async (page) => void (await page.goto("/portal")) },
  {
    name: "sign-in with errors",
    open: async (page) => {
      await page.goto("/portal");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByText("Enter your password.")).toBeVisible();
    },
  },
  {
    name: "event sink",
    open: async (page, admin) => {
      const data = { name: unique(LONG), kind: "Webhook", url: `https://signs.example.gov/${LONG}`, isEnabled: false };
      const { id } = (await (await admin.post("/event-sink", { data })).json()) as { id: number };
      await openAs(page, "admin", `/portal/sinks/${id}`);
      await expect(page.getByText("No events yet.")).toBeVisible();
    },
  },
  {
    name: "new event sink",
    open: async (page) => {
      await openAs(page, "admin", "/portal/sinks/new");
      await page.getByLabel("Selected facilities").check();
      await page.getByLabel("Only changes to selected statuses").check();
    },
  },
  {
    name: "new facility",
    open: async (page) => {
      await openAs(page, "admin", "/portal/facilities/new");
      await expect(page.locator("storm-point-map .scale")).toBeVisible();
    },
  },
  {
    name: "facility",
    open: async (page, admin) =>
      openAs(page, "admin", `/portal/facilities/${await createFacility(admin, unique(LONG))}`),
  },
  {
    name: "facility for a viewer",
    open: async (page, admin) =>
      openAs(page, "viewer", `/portal/facilities/${await createFacility(admin, unique(LONG))}`),
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
    name: "delete dialog",
    open: async (page, admin) => {
      await openAs(page, "admin", `/portal/facilities/${await createFacility(admin, unique(LONG))}`);
      await page.getByRole("button", { name: "Delete facility" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "user",
    open: async (page, admin) =>
      openAs(page, "admin", `/portal/users/${await createUser(admin, unique(LONG), "tulip-kettle-lamp", "viewer")}`),
  },
  {
    name: "tokens",
    open: async (page, admin) => {
      await admin.post("/token", { data: { name: unique(LONG) } });
      await openAs(page, "admin", "/portal/tokens");
    },
  },
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
      // A few entries are enough.
      await page.route(
        ({ pathname }) => pathname === "/audit",
        (route) => route.continue({ url: `${route.request().url()}?limit=6` }),
      );
      await openAs(page, "admin", "/portal/audit");
      await expect(page.locator(".audit-trail > li")).toHaveCount(6);
    },
  },
  {
    name: "watcher",
    open: async (page, admin) =>
      openAs(
        page,
        "admin",
        `/portal/watchers/${await createWatcher(admin, { name: unique(LONG), mailboxAddress: "storm@demo.example" })}`,
      ),
  },
  {
    name: "watcher of files",
    open: async (page, admin) => {
      const id = await createFileWatcher(admin, unique(LONG), `/srv/${LONG}/${LONG}`);
      await openAs(page, "admin", `/portal/watchers/${id}`);
    },
  },
  {
    name: "watcher of files for a viewer",
    open: async (page, admin) => {
      const id = await createFileWatcher(admin, unique(LONG), `/srv/${LONG}/${LONG}`);
      await openAs(page, "viewer", `/portal/watchers/${id}`);
    },
  },
  { name: "watcher for a viewer", open: (page) => openAs(page, "viewer", "/portal/watchers/1") },
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
      const id = await createWatcher(admin, { name: unique("Chain"), mailboxAddress: "storm@demo.example" });
      await createAction(admin, id, unique(LONG));
      await createAction(admin, id, "Second", { isPhaseOne: false });
      await openAs(page, "admin", `/portal/watchers/${id}/actions`);
    },
  },
  {
    name: "workbench",
    open: async (page, admin) => {
      const id = await createWatcher(admin, { name: unique("Bench"), mailboxAddress: "storm@demo.example" });
      const action = await createAction(admin, id, "Read", {
        actionType: "TextExtract",
        config: extractConfig("Latitude ([0-9.]+)"),
      });
      await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench`);
      await page.getByLabel("Message text").fill("Strike Latitude 34.7 and a Strike without");
      await expect(page.locator(".highlighted-text mark")).toHaveText("34.7");
    },
  },
];

async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Loading…")).toHaveCount(0);
  await expect(page.locator("a.help")).toHaveAttribute("href", /^\/docs\/guide\/./);
}

for (const [name, path] of Object.entries(FIXED_PAGES)) {
  test(`${name}: no axe violations, no sideways scroll at 320 px, in both languages`, async ({ page }) => {
    const desktop = page.viewportSize();
    await openAs(page, "admin", path);
    await waitUntilLoaded(page);
    await expectAccessible(page);
    if (desktop !== null) await page.setViewportSize(desktop);
    await switchToSpanish(page);
    await expectAccessibleWords(page);
  });
}

for (const { name, open } of PAGES) {
  test(`${name}: no axe violations, no sideways scroll at 320 px`, async ({ page, admin }) => {
    await open(page, admin);
    await waitUntilLoaded(page);
    await expectAccessible(page);
  });
}

test("the menu on a phone opens, navigates and closes", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  await openAs(page, "admin", "/portal/facilities");
  const menu = page.getByRole("button", { name: "Menu" });
  await expect(page.getByRole("link", { name: "Tokens" })).toBeHidden();
  await menu.click();
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Tokens" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tokens" })).toBeFocused();
  await expect(menu).toHaveAttribute("aria-expanded", "false");
});
