// Shared by all screenshots: sizes, color schemes and the output folder.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { FOLDER } from "./options.mjs";

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** The main pages are also read on the smallest phones, on large screens and on walls. */
export const ALL_SIZES = {
  tiny: { width: 320, height: 640 },
  ...SIZES,
  large: { width: 1920, height: 1080 },
  "4k": { width: 3840, height: 2160 },
};
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
 * @param {Record<string, import("@playwright/test").ViewportSize>} sizes
 */
export async function forEachVariant(browser, baseURL, take, sizes = SIZES) {
  for (const [size, viewport] of Object.entries(sizes)) {
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

/** Aerial photos are rendered on request, which takes a while on a busy machine. The event stream never ends, so no idle network. */
export async function photosLoaded(page) {
  await page.waitForTimeout(1_000);
  await page.waitForFunction(allPhotosComplete, undefined, { timeout: 120_000 });
  await page.waitForTimeout(2_500);
}

/** Runs in the browser. */
function allPhotosComplete() {
  const maps = [...document.querySelectorAll("storm-map, storm-point-map")];
  const photos = maps.flatMap((map) => [...(map.shadowRoot?.querySelectorAll("img") ?? [])]);
  return photos.every((photo) => photo.complete);
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
