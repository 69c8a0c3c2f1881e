// A city with more facilities than a page reads at once, with the real service.
import { expect, type Page, test as playwrightTest } from "@playwright/test";
import { failOnPageErrors } from "./page-errors.ts";
import { signInOnce } from "./sessions.ts";
import { BEFORE_NEXT_POLL } from "./storm-fixture.ts";
import { PASSWORD, type StormService, startStormService } from "./storm-service.mjs";

const MORE = 3_000;
/** With those that every city of these journeys has. */
const ALL = MORE + 5;
const LIST_PATH = "/lightning-strikes/facilities";

const test = playwrightTest.extend<object, { service: StormService }>({
  service: [
    async ({}, use) => {
      const service = await startStormService({ hasFeed: true, more: MORE });
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ service }, use) => {
    await use(service.url);
  },
  page: async ({ page, service }, use) => {
    await service.removeStrikes();
    await failOnPageErrors(page, () => use(page));
  },
});

/** The parameters of each request for facilities from now on. */
function facilityRequests(page: Page): URLSearchParams[] {
  const requests: URLSearchParams[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === LIST_PATH) requests.push(searchParams);
  });
  return requests;
}

function expectParts(requests: readonly URLSearchParams[]): void {
  expect(requests.length).toBeGreaterThan(0);
  for (const query of requests) {
    const isPart = ["limit", "since", "ids"].some((name) => query.has(name));
    expect(isPart, `?${query}`).toBe(true);
    if (query.has("since")) expect(query.has("bbox"), `?${query}`).toBe(true);
  }
}

// In one worker: the service of each would import all facilities.
test.describe.configure({ mode: "default" });

const rows = (page: Page) => page.locator(".threats li");
const pill = (page: Page, name: string) =>
  page.locator(".threats li, facility-table tr[data-id]").filter({ hasText: name }).locator(".pill");

test("the storm page reads parts of the list, and a new status arrives", async ({ page, service }) => {
  const requests = facilityRequests(page);
  await page.goto("/");
  await expect(rows(page)).toHaveCount(60);
  await expect(page.locator(".search .count")).toHaveText(`60 of ${ALL} facilities`);
  await expect(page.locator(".banner .status-word")).toHaveText("Clear");
  await expect(page.getByRole("button", { name: "Near me" })).toHaveCount(0);
  // The map has requested what it shows.
  await expect.poll(() => requests.some((query) => query.has("bbox"))).toBe(true);

  await service.addStrikes([{ near: "Dunmore School", miles: 1, secondsAgo: 1 }]);
  await expect(rows(page).first()).toContainText("Dunmore School", BEFORE_NEXT_POLL);
  await expect(pill(page, "Dunmore School")).toHaveText("Active");
  await expect(page.locator(".banner .status-word")).toHaveText("Active");
  expectParts(requests);
});

test("the list grows on request, and a search finds every facility", async ({ page }) => {
  const requests = facilityRequests(page);
  await page.goto("/");
  await expect(rows(page)).toHaveCount(60);
  await page.getByRole("button", { name: "Show more facilities" }).click();
  await expect(rows(page)).toHaveCount(260);

  await page.getByLabel("Find a facility").fill("2999");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText("Facility 2999");
  await page.getByLabel("Find a facility").fill("no such name");
  await expect(page.getByText("No facilities found. Try a shorter word.")).toBeVisible();
  await page.getByLabel("Find a facility").fill("");
  await expect(rows(page)).toHaveCount(260);
  expectParts(requests);
});

test("a facility far down in the list has its own page", async ({ page }) => {
  const requests = facilityRequests(page);
  await page.goto("/");
  await page.getByLabel("Find a facility").fill("2998");
  await rows(page).first().getByRole("link").click();
  await expect(page.locator(".detail").first()).toContainText("Facility 2998");
  await page.reload();
  await expect(page.locator(".detail").first()).toContainText("Facility 2998");
  await expect.poll(() => requests.some((query) => query.has("ids"))).toBe(true);
  await page.goto("/f/999999");
  await expect(page.getByText("Facility not found.")).toBeVisible();
  expectParts(requests);
});

test("a map without a move is updated by changes, and a part of it is another box", async ({ page, service }) => {
  const requests = facilityRequests(page);
  const boxes = () => new Set(requests.flatMap((query) => query.get("bbox") ?? []));
  await page.goto("/");
  await expect.poll(() => boxes().size).toBeGreaterThan(0);
  const zoomIn = page.getByRole("button", { name: "Zoom in" });
  const before = boxes().size;
  for (let step = 0; step < 4; step += 1) await zoomIn.click();
  await expect.poll(() => boxes().size).toBeGreaterThan(before);
  // A small box is read once from the beginning.
  await expect.poll(() => requests.some((query) => query.get("since") === "0")).toBe(true);
  await service.addStrikes([{ near: "Aspen Pool", miles: 1, secondsAgo: 1 }]);
  await expect.poll(() => requests.some((query) => query.has("since") && query.get("since") !== "0")).toBe(true);
  expectParts(requests);
});

test("the dashboard counts the whole city and shows the most threatened", async ({ page, service }) => {
  const session = await signInOnce(service.url, "supervisor", PASSWORD);
  await page.context().addCookies(session.cookies);
  const requests = facilityRequests(page);
  await page.goto("/portal/storm");
  await expect(page.getByRole("button", { name: `${ALL - 1} Clear`, exact: true })).toBeVisible();
  await service.addStrikes([{ near: "Dunmore School", miles: 1, secondsAgo: 1 }]);
  await expect(pill(page, "Dunmore School")).toHaveText("Active", BEFORE_NEXT_POLL);
  await page.locator("#search").fill("3000");
  await expect(page.locator("facility-table tbody .name a")).toHaveText(["Facility 3000"]);
  await page.locator("#search").fill("");
  await page.getByRole("button", { name: "Show more facilities" }).click();
  await expect.poll(() => requests.some((query) => Number(query.get("limit")) >= 400)).toBe(true);
  expectParts(requests);
});

test("the dashboard says which facilities are loaded, on the screen and in the file", async ({ page, service }) => {
  const session = await signInOnce(service.url, "supervisor", PASSWORD);
  await page.context().addCookies(session.cookies);
  await page.goto("/portal/storm?radius=25");
  // Counted by the thresholds of the address: no threatened facility is missing.
  await expect(page.getByRole("button", { name: `${ALL - 1} Clear`, exact: true })).toBeVisible();
  await expect(page.locator(".table-filters .loaded")).toContainText("most threatened of 3,005 facilities are loaded");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/-first-\d+-of-3005\.csv$/);
});

for (const [language, note] of [
  ["en", "Only the 200 most threatened of 3,005 facilities"],
  ["es", "Solo las 200 de mayor peligro, de 3005 instalaciones"],
])
  test(`the wall says that it does not show all facilities, in ${language}`, async ({ page, service }) => {
    const session = await signInOnce(service.url, "supervisor", PASSWORD);
    await page.context().addCookies(session.cookies);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`/portal/storm?wall&lang=${language}`);
    const line = page.locator("wall-tiles .page");
    await expect(line).toContainText(note ?? "");
    // Readable across the room, as the names of the facilities are.
    const height = await line.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(height).toBeGreaterThanOrEqual(0.02 * 1080);
  });

test("a city that grows while the page is open is read by what the map shows", async ({ page, service }) => {
  let isSmall = true;
  // Without the report in the page, which knows the size.
  await page.route("/", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('id="page-report"', 'id="no-report"') });
  });
  await page.route("**/lightning-strikes/status*", async (route) => {
    const response = await route.fetch();
    const status = (await response.json()) as object;
    await route.fulfill({ response, json: isSmall ? { ...status, facilityCount: 4, unknownCount: 1 } : status });
  });
  const requests = facilityRequests(page);
  await page.goto("/");
  await expect(page.getByRole("button", { name: `Show all ${ALL} facilities` })).toBeVisible();
  isSmall = false;
  await service.addStrikes([{ near: "Aspen Pool", miles: 1, secondsAgo: 1 }]);
  await expect(pill(page, "Aspen Pool")).toHaveText("Active", BEFORE_NEXT_POLL);
  requests.length = 0;
  await service.addStrikes([{ near: "Aspen Pool", miles: 2, secondsAgo: 1 }]);
  await expect.poll(() => requests.some((query) => query.has("bbox")), BEFORE_NEXT_POLL).toBe(true);
  expectParts(requests);
});
