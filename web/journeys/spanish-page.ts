// A page of the portal in Spanish.
import { expect, type Page } from "@playwright/test";
import { TITLES } from "../src/portal/titles.ts";

/** A heading that is a name, such as that of a watcher, is in neither list. */
const ENGLISH_TITLES = Object.values(TITLES.en.page);

/** The page has loaded in Spanish. */
export async function expectSpanish(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.locator("a.help")).toHaveText("Ayuda");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(/^(Loading|Cargando)…$/)).toHaveCount(0);
  const title = () => page.getByRole("heading", { level: 1 }).innerText();
  await expect.poll(async () => ENGLISH_TITLES.includes(await title()), "an English title").toBe(false);
}

/** With the switch in the menu, which creates the page again without loading the document. */
export async function switchToSpanish(page: Page): Promise<void> {
  await page.locator("#navigation").getByRole("button", { name: "Español" }).click();
  await expectSpanish(page);
}
