// Fixtures for journeys of the element: a fake status API, and a host page of another origin.
import type { Locator } from "@playwright/test";
import { FakeStatusApi } from "./fake-status-api.mjs";
import { expect, test as portalTest } from "./portal-fixture.ts";

export { expect, FakeStatusApi };

export const POOL = '<facility-lightning-status facility-id="12"></facility-lightning-status>';
export const MINUTE = 60_000;

interface ElementFixtures {
  /** False: the page's clock moves only by `api.advance`. */
  usesRealTime: boolean;
  api: FakeStatusApi;
  /** Opens a host page with these elements. */
  open: (elements: string, headers?: Record<string, string>) => Promise<Locator>;
}

export const test = portalTest.extend<ElementFixtures>({
  usesRealTime: [false, { option: true }],
  api: async ({ page, usesRealTime }, use) => {
    const api = new FakeStatusApi(page);
    if (!usesRealTime) await api.pauseClock();
    await api.intercept();
    await use(api);
    api.stop();
  },
  open: async ({ page, api, baseURL }, use) => {
    await use(async (elements, headers = {}) => {
      await api.openHostPage(baseURL ?? "", elements, headers);
      return page.locator("facility-lightning-status");
    });
  },
});
