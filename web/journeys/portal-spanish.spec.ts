// The portal in a Spanish browser: pages with data and forms, with longer words on the smallest phone. every-page.spec.ts checks the pages
// that every installation has, in both languages.
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
import { expectSpanish } from "./spanish-page.ts";

const PAGES: Record<string, string> = {
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

test.describe("with a Spanish browser", () => {
  test.use({ locale: "es-MX" });

  for (const [name, path] of Object.entries(PAGES)) {
    test(`${name}: in Spanish, no axe violations, no sideways scroll at 320 px`, async ({ page }) => {
      await openAs(page, "admin", path);
      await expectSpanish(page);
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
