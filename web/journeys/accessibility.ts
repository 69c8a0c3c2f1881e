import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { AXE_SOURCE } from "./axe-source.mjs";

/** The rules whose result depends on colors. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** What the builder evaluates instead of the script. */
const ALREADY_IN_PAGE = "null";

/** Checks the page with axe: all rules in light, and what is different in dark. The page is light again afterwards. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expectNoViolations(page, "all");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, "colors");
  await page.emulateMedia({ colorScheme: "light" });
}

async function expectNoViolations(page: Page, rules: "all" | "colors" | "words"): Promise<void> {
  // The builder would load the script twice for each check, which takes as long as most of them.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
  // Without frames the legacy mode finds the same, and opens no second page.
  const axe = new AxeBuilder({ page, axeSource: ALREADY_IN_PAGE }).setLegacyMode(true);
  axe.options({ resultTypes: ["violations"] });
  if (rules === "colors") axe.withRules(COLOR_RULES);
  if (rules === "words") axe.disableRules(COLOR_RULES);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
    rules,
  ).toEqual([]);
}

/** On the smallest supported phone. */
export const SMALL_PHONE = { width: 320, height: 640 };

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(SMALL_PHONE.width);
}

/** One page load serves both: a rotated or resized window changes the width as well. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoSidewaysScroll(page);
}

/** For a page that was checked in another language: its words are different, its colors are not. */
export async function expectAccessibleWords(page: Page): Promise<void> {
  await expectNoViolations(page, "words");
  await page.setViewportSize(SMALL_PHONE);
  await expectNoSidewaysScroll(page);
}
