// What the journeys of the element share: the weather, and a page of another origin.
import type { Locator } from "@playwright/test";
import { expect, test as plain } from "./portal.ts";
import { Weather } from "./weather.mjs";

export { expect, Weather };

export const POOL = '<facility-lightning-status facility-id="12"></facility-lightning-status>';
export const MINUTE = 60_000;

interface Sky {
  /** Whether time passes by itself. */
  isTimeFlowing: boolean;
  weather: Weather;
  /** Opens a page with these elements. */
  open: (elements: string, headers?: Record<string, string>) => Promise<Locator>;
}

export const test = plain.extend<Sky>({
  isTimeFlowing: [false, { option: true }],
  weather: async ({ page, isTimeFlowing }, use) => {
    const weather = new Weather(page);
    if (!isTimeFlowing) await weather.stopTime();
    await weather.answer();
    await use(weather);
    weather.end();
  },
  open: async ({ page, weather, baseURL }, use) => {
    await use(async (elements, headers = {}) => {
      await weather.open(baseURL ?? "", elements, headers);
      return page.locator("facility-lightning-status");
    });
  },
});
