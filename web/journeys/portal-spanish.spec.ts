// The portal in Spanish: every page, with longer words on the smallest phone.
import type { Page } from "@playwright/test";
import { TITLES } from "../src/portal/titles.ts";
import { expectAccessible } from "./accessibility.ts";
import {
  createAction,
  createWatcher,
  expect,
  expectHeading,
  extractConfig,
  openAs,
  test,
  unique,
} from "./portal-fixture.ts";
import { FIXED_PAGES } from "./portal-pages.ts";

const PAGES: Record<string, string> = {
  ...FIXED_PAGES,
  "new event sink": "/portal/sinks/new",
  "new facility": "/portal/facilities/new",
  user: "/portal/users/1",
  sessions: "/portal/sessions",
  tokens: "/portal/tokens",
  audit: "/portal/audit?action=export",
  watcher: "/portal/watchers/1",
  actions: "/portal/watchers/1/actions",
  workbench: "/portal/watchers/1/actions/1/workbench",
};

/** A heading that is a name, such as that of a watcher, is in neither list. */
const ENGLISH_TITLES = Object.values(TITLES.en.page);

async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(/^(Loading|Cargando)…$/)).toHaveCount(0);
  await expect(page.locator("a.help")).toHaveText("Ayuda");
}

test.describe("with a Spanish browser", () => {
  test.use({ locale: "es-MX" });

  for (const [name, path] of Object.entries(PAGES)) {
    test(`${name}: in Spanish, no axe violations, no sideways scroll at 320 px`, async ({ page }) => {
      await openAs(page, "admin", path);
      await waitUntilLoaded(page);
      await expect(page.locator("html")).toHaveAttribute("lang", "es");
      expect(ENGLISH_TITLES).not.toContain(await page.getByRole("heading", { level: 1 }).innerText());
      await expectAccessible(page);
    });
  }

  test("signing in, with errors of the browser", async ({ page }) => {
    await page.goto("/portal");
    await expectHeading(page, "Iniciar sesión");
    await page.getByRole("button", { name: "Iniciar sesión" }).click();
    await expect(page.getByText("Escriba su contraseña.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Nombre de usuario").fill("viewer");
    await page.getByLabel("Contraseña").fill("demo-viewer");
    await page.getByRole("button", { name: "Iniciar sesión" }).click();
    await expectHeading(page, "Tormenta");
  });

  test("the workbench counts records", async ({ page, admin }) => {
    const id = await createWatcher(admin, { name: unique("Banco"), mailboxAddress: "storm@demo.example" });
    const action = await createAction(admin, id, "Read", {
      actionType: "TextExtract",
      config: extractConfig("Latitude ([0-9.]+)"),
    });
    await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench`);
    await page.getByLabel("Texto del mensaje", { exact: true }).fill("Strike Latitude 34.7");
    await expect(page.locator(".preview-summary")).toContainText("1 reporte encontrado");
  });
});

test("the switch in the menu changes the language, and it is remembered", async ({ page }) => {
  await openAs(page, "admin", "/portal/watchers");
  await expectHeading(page, "Watchers");
  await page.getByRole("button", { name: "Español" }).click();
  await expectHeading(page, "Monitores");
  await expect(page).toHaveTitle("Monitores – stormwire");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await page.goto("/portal/log");
  await expectHeading(page, "Registro");
  await page.getByRole("button", { name: "English" }).click();
  await expectHeading(page, "Log");
});
