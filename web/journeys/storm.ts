// What the journeys about storms share.
import { expect, type Page, test as plain } from "@playwright/test";
import { PASSWORD, type StormService, startStorm } from "./storm-service.mjs";

export { expect };

interface Storm {
  /** Weather that is made by hand; calm at the start of each journey. */
  sky: StormService;
  /** Lets the pages believe that the feed lives, which no mailbox proves here. */
  fed: void;
}

export const test = plain.extend<Storm, { city: StormService }>({
  city: [
    async ({}, use) => {
      const city = await startStorm();
      await use(city);
      await city.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ city }, use) => {
    await use(city.url);
  },
  sky: async ({ city }, use) => {
    await city.calm();
    await use(city);
  },
  fed: async ({ page }, use) => {
    await feed(page, true);
    await use();
  },
  page: async ({ page, sky: _ }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    await use(page);
    expect(complaints, "errors in the page").toEqual([]);
  },
});

/** Everything in the answers is the service's own but the word about the feed. */
export async function feed(page: Page, healthy: boolean): Promise<void> {
  await page.route(/\/lightning-strikes\/(facilities|status)(\?|$)/, async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const json = (await response.json()) as { feed: { healthy: boolean | null; reason: string | null } };
    json.feed = { ...json.feed, healthy, reason: healthy ? null : "the mailbox was not looked at for 11 minutes" };
    return route.fulfill({ response, json });
  });
}

/** A page that hears of the network asks at once instead of within the minute, unless it has just asked. */
export async function wake(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

export async function openBoard(page: Page, query = ""): Promise<void> {
  const answer = await page.request.post("/auth/login", { data: { username: "supervisor", password: PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(`/portal/storm${query}`);
}

/** The pill of a facility in the list. */
export function standing(page: Page, name: string): ReturnType<Page["locator"]> {
  return page.locator(".threats li").filter({ hasText: name }).locator(".pill");
}

/** Waits until a facility is shown so, waking the page as often as it lets itself be woken. */
export async function becomes(page: Page, name: string, status: string): Promise<void> {
  await expect(async () => {
    await wake(page);
    await expect(standing(page, name)).toHaveText(status, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
}
