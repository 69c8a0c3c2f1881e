import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules whose result depends on colors. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Checks the page with axe: all rules in light, and what is different in dark. The page is light again afterwards. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Without frames the legacy mode finds the same, and opens no second page.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    const isDark = colorScheme === "dark";
    const options = isDark ? { runOnly: { type: "rule", values: COLOR_RULES } as const } : {};
    const { violations } = await axe.options({ resultTypes: ["violations"], ...options }).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`),
      colorScheme,
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
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
