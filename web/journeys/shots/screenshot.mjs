// Shared by all screenshots: sizes, color schemes and the output folder.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const FOLDER = process.env.SHOTS ?? fileURLToPath(new URL("../../../target/screenshots", import.meta.url));
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
export const SCHEMES = ["light", "dark"];

export async function save(page, name, options = {}) {
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), ...options });
}

/**
 * Opens a browser context for each size and color scheme, and closes it afterwards.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} baseURL
 * @param {(context: import("@playwright/test").BrowserContext, suffix: string) => Promise<void>} take
 */
export async function forEachVariant(browser, baseURL, take) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({
        baseURL,
        viewport,
        colorScheme,
        timezoneId: "America/Chicago",
        reducedMotion: "reduce",
      });
      await take(context, `${size}-${colorScheme}`);
      await context.close();
    }
  }
}

export async function signIn({ request }, username) {
  await request.post("/auth/login", { data: { username, password: `demo-${username}` } });
}

/** Aerial photos are rendered on request, which takes a while on a busy machine. */
export async function photosLoaded(page) {
  await page.waitForLoadState("networkidle", { timeout: 120_000 });
  await page.waitForTimeout(2_500);
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
