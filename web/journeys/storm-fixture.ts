// Fixtures for journeys of the storm pages: a service with its own small city, without mail.
import { expect, type Page, test as playwrightTest, type Request } from "@playwright/test";
import { failOnPageErrors } from "./page-errors.ts";
import { type Session, signInOnce } from "./sessions.ts";
import { PASSWORD, type StormService, startStormService } from "./storm-service.mjs";

export { expect };

interface StormFixtures {
  /** Without strikes at the start of each journey. */
  storm: StormService;
  /** Makes the feed healthy without a mailbox. */
  healthyFeed: void;
  /** Whether pages keep the report inside them. Most journeys are about responses, and change them. */
  hasPageReport: boolean;
}

const PAGE_WITH_REPORT = /^\/(f\/\d+|portal\/storm)?$/;

/** Of the worker's service. */
let startedUrl = "";

export const test = playwrightTest.extend<StormFixtures, { service: StormService }>({
  service: [
    async ({}, use) => {
      const service = await startStormService();
      startedUrl = service.url;
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ service }, use) => {
    await use(service.url);
  },
  storm: async ({ service }, use) => {
    await service.removeStrikes();
    await use(service);
  },
  healthyFeed: async ({ page }, use) => {
    await setFeed(page, true);
    await use();
  },
  hasPageReport: [false, { option: true }],
  page: async ({ page, storm: _, hasPageReport }, use) => {
    if (!hasPageReport) await removePageReports(page);
    await failOnPageErrors(page, () => use(page));
  },
});

async function removePageReports(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => PAGE_WITH_REPORT.test(pathname),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<script[^>]* id="page-report">.*?<\/script>/s, "");
      await route.fulfill({ response, body });
    },
  );
}

/** Changes only the feed in the service's responses. A healthy one had no outages. */
export async function setFeed(page: Page, healthy: boolean): Promise<void> {
  if (healthy) await setOutages(page, []);
  await page.route(/\/lightning-strikes\/(facilities|status)(\?|$)/, async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const json = (await response.json()) as { feed: { healthy: boolean | null; reason: string | null } };
    json.feed = { ...json.feed, healthy, reason: healthy ? null : "the mailbox was not polled for 11 minutes" };
    return route.fulfill({ response, json });
  });
}

interface ManyFacilities {
  count: number;
  /** Of every facility; without it the others are numbered. */
  name?: string;
  healthy?: boolean;
}

interface FacilitiesBody {
  feed: { healthy: boolean | null; reason: string | null };
  facilities: { facilityId: number; name: string }[];
}

/** As if the city had many more facilities, all like those it has. */
export async function multiplyFacilities(page: Page, { count, name, healthy = true }: ManyFacilities): Promise<void> {
  await page.route(/\/lightning-strikes\/facilities(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { feed, facilities, ...rest } = (await response.json()) as FacilitiesBody;
    const all = Array.from({ length: count }, (_, index) => {
      const like = facilities[index % facilities.length];
      const isKnown = index < facilities.length;
      const others = { facilityId: 1000 + index, name: `${like?.name} ${index}` };
      return { ...like, ...(isKnown ? {} : others), ...(name === undefined ? {} : { name }) };
    });
    const reason = healthy ? null : "the mailbox was not polled for 11 minutes";
    await route.fulfill({ response, json: { ...rest, feed: { ...feed, healthy, reason }, facilities: all } });
  });
}

/** Nothing watches the mail of this city, so without this every time was an outage. */
export async function setOutages(page: Page, outages: { from: string; to: string }[]): Promise<void> {
  await page.route(/\/lightning-strikes\/outages/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    return route.fulfill({ response, json: { ...json, outages } });
  });
}

/** As if nothing had been recorded: other journeys change the status of the same facilities. */
export async function withoutRecordedEvents(page: Page): Promise<void> {
  await page.route(/\/lightning-strikes\/events/, (route) => route.fulfill({ json: [] }));
}

/** Polls are a minute apart: what is shown sooner was announced by the stream. */
export const BEFORE_NEXT_POLL = { timeout: 45_000 };

/**
 * Before the page is opened. Returns how many requests of polls have no response yet: they fail when the page's clock runs
 * ahead of them.
 */
export function countOpenPolls(page: Page): () => number {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (/\/lightning-strikes(?!\/stream)/.test(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return () => open.size;
}

/** A page that is online again polls at once, unless it has just polled. */
export async function wakeUp(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

export async function openBoard(page: Page, query = ""): Promise<void> {
  await openAsSupervisor(page, `/portal/storm${query}`);
}

/** Signs in once in each worker. */
let supervisor: Promise<Session> | null = null;

export async function openAsSupervisor(page: Page, path: string): Promise<void> {
  supervisor ??= signInOnce(startedUrl, "supervisor", PASSWORD);
  await page.context().addCookies((await supervisor).cookies);
  await page.goto(path);
}

export function statusPill(page: Page, facility: string): ReturnType<Page["locator"]> {
  return page.locator(".threats li, facility-table tr[data-id]").filter({ hasText: facility }).locator(".pill");
}

/** Wakes the page again and again until the facility has the status. */
export async function waitForStatus(page: Page, facility: string, status: string): Promise<void> {
  await expect(async () => {
    await wakeUp(page);
    await expect(statusPill(page, facility)).toHaveText(status, { timeout: 1_000 });
  }).toPass();
}
