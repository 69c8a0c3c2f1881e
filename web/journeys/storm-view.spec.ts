// The public view, with the real service.
import {
  BEFORE_NEXT_POLL,
  countOpenPolls,
  expect,
  setFeed,
  statusPill,
  test,
  waitForStatus,
  wakeUp,
} from "./storm-fixture.ts";

test("a facility goes from Clear to Active and back", async ({ page, storm, healthyFeed: _ }) => {
  await page.goto("/");
  await expect(page.locator(".banner .status-word")).toHaveText("Clear");
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Clear");
  // Almost a danger window ago: the strike soon stops counting. If it is not shown until then, the next one counts longer.
  let secondsLeft = 8;
  await expect(async () => {
    secondsLeft *= 2;
    await storm.addStrikes([{ near: "Aspen Pool", miles: 2, secondsAgo: 30 * 60 - secondsLeft }]);
    await wakeUp(page);
    const meanwhile = { timeout: secondsLeft * 1_000 };
    await expect(statusPill(page, "Aspen Pool")).toHaveText("Active", meanwhile);
    await expect(page.locator(".banner .status-word")).toHaveText("Active", meanwhile);
    await expect(page.locator(".banner")).toContainText("Find yours.", meanwhile);
    await expect(page.locator(".banner")).toContainText("not a substitute for looking up", meanwhile);
    await expect(page.getByRole("status").filter({ hasText: "now Active" })).toBeAttached(meanwhile);
  }).toPass();
  // Without a click and before the next regular poll.
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Clear", { timeout: (secondsLeft + 60) * 1_000 });
  await expect(page.locator(".banner .status-word")).toHaveText("Clear");
  await expect(page.getByRole("status").filter({ hasText: "now Clear" })).toBeAttached();
});

test("a strike appears on an open page without a poll", async ({ page, storm, healthyFeed: _ }) => {
  const stream = page.waitForResponse(/\/lightning-strikes\/stream/);
  await page.goto("/");
  expect((await stream).status()).toBe(200);
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Clear");
  await storm.addStrikes([{ near: "Aspen Pool", miles: 2, secondsAgo: 1 }]);
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Active", BEFORE_NEXT_POLL);
  await expect(page.getByRole("status").filter({ hasText: "now Active" })).toBeAttached();
});

test("the list keeps the service's order; no location is Unknown", async ({ page, storm, healthyFeed: _, request }) => {
  await storm.addStrikes([
    { near: "Cedar Library", miles: 0.5 },
    { near: "Aspen Pool", miles: 30, type: "Cloud Stroke Lightning" },
  ]);
  await page.goto("/");
  const { facilities } = (await (await request.get("/lightning-strikes/facilities")).json()) as {
    facilities: { name: string }[];
  };
  await expect(page.locator(".threats .name")).toHaveText(facilities.map(({ name }) => name));
  await expect(page.locator(".threats .name").first()).toHaveText("Cedar Library");
  await expect(page.locator(".threats li").first()).toContainText("All clear in");
  await expect(statusPill(page, "Elm Depot")).toHaveText("Unknown");
  await expect(statusPill(page, "Dunmore School")).toHaveText("Clear");
});

test("without a healthy feed nothing is Clear, and Active has a warning", async ({ page, storm }) => {
  // Without a watcher the service reports null.
  await page.goto("/");
  await expect(page.locator(".banner .status-word")).toHaveText("Unknown");
  await expect(page.locator(".banner")).toContainText("No lightning feed is set up.");
  await expect(page.locator('.pill[data-status="Clear"]')).toHaveCount(0);
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await waitForStatus(page, "Aspen Pool", "Active");
  await expect(page.locator(".banner")).toContainText("Conditions may be worse than shown.");
  await expect(page.locator(".threats li").first()).toContainText("No all clear before");
});

test("a failing feed shows its reason", async ({ page }) => {
  await setFeed(page, false);
  await page.goto("/");
  await expect(page.locator(".banner")).toContainText("The lightning feed is not working.");
  await expect(page.locator(".banner")).toContainText("not polled for 11 minutes");
});

test("an offline page becomes Unknown and recovers", async ({ page, context, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await page.clock.install();
  const openPolls = countOpenPolls(page);
  await page.goto("/");
  await expect(page.locator(".banner .status-word")).toHaveText("Active");
  await context.setOffline(true);
  await page.clock.fastForward(151_000);
  await expect(page.locator(".banner .status-word")).toHaveText("Unknown");
  await expect(page.locator(".banner")).toContainText("Data is out of date.");
  await expect(page.locator(".as-of")).toHaveText(/^Updated \d\d:\d\d:\d\d \(\d+ (s|min) ago\)$/);
  await expect(page.locator('.threats .pill:not([data-status="Unknown"])')).toHaveCount(0);
  await context.setOffline(false);
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect.poll(openPolls).toBe(0);
    await expect(page.locator(".banner .status-word")).toHaveText("Active", { timeout: 1_000 });
  }).toPass();
});

test("a link opens one facility, and going back shows all", async ({ page, storm, healthyFeed: _, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/");
  await page.getByRole("searchbox").fill("birch");
  await expect(page.locator(".threats li")).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=birch$/);
  await page.getByRole("link", { name: /Birch Fields/ }).click();
  await expect(page).toHaveURL(/\/f\/2\?q=birch$/);
  await expect(page.getByRole("heading", { level: 2, name: "Birch Fields" })).toBeFocused();
  await expect(page.locator(".detail")).toContainText("1 strike within 8 miles in the last 30 minutes");
  await expect(page.locator(".detail")).toContainText("not a substitute for looking up");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goBack();
  // The city, with the facility that was opened last on top.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lightning near");
  await expect(page.locator(".detail:not(.own)")).toHaveCount(0);
  await page.goto(link);
  await expect(page.locator(".detail .status-word")).toHaveText("Active");
  await expect(page).toHaveTitle("Active – Birch Fields");
  await page.goto("/f/999999");
  await expect(page.getByText("Facility not found.")).toBeVisible();
});

test("Spanish is remembered", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/");
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.locator(".banner .status-word")).toHaveText("Activo");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await page.goto("/");
  await expect(page.locator(".banner")).toContainText("Rayos cerca de");
});

test("the page works by keyboard", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/");
  await expect(page.locator(".threats li")).toHaveCount(5);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the facility list" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator(".threats a").first()).toBeFocused();
  // The search is directly before the list.
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Near me" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("birch");
  await expect(page.locator(".threats li")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Birch Fields" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "All facilities" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox")).toBeFocused();
  // Past all facilities to the map, whose scale shows that it zoomed.
  await page.getByRole("link", { name: "Skip to the map" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("application")).toBeFocused();
  const scale = page.locator("storm-map .scale");
  const before = (await scale.textContent()) ?? "";
  for (let times = 0; times < 4; times += 1) await page.keyboard.press("+");
  await expect(scale).not.toHaveText(before);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("0");
  await expect(scale).toHaveText(before);
  // The cross shows what Enter selects.
  await expect(page.locator("storm-map .cross")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Zoom in" })).toBeFocused();
});

test("a strike on the map is selected by keyboard", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 3, type: "Cloud-to-Ground" }]);
  const details = page.locator("storm-map .strike");
  // Again if the map was still loading when it passed the strike.
  await expect(async () => {
    await page.goto("/f/1");
    await expect(page.locator(".detail .status-word")).toHaveText("Active");
    await page.getByRole("application").focus();
    // The facility is in the middle; the strike is due north of it.
    await page.keyboard.press("ArrowUp");
    for (let steps = 0; steps < 60 && !(await details.isVisible()); steps += 1) {
      await page.keyboard.press("Shift+ArrowUp");
      await page.keyboard.press("Enter");
    }
    await expect(details).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(details).toContainText("ground strike");
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
});

test("a storm far from all facilities is on the map or pointed out", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes(Array.from({ length: 8 }, (_, index) => ({ near: "Aspen Pool", miles: 40 + index })));
  await page.goto("/");
  await expect(page.locator(".banner .status-word")).toHaveText("Clear");
  const arrow = page.getByRole("button", { name: /Outside the map, N: 8 strikes.* 39 miles/ });
  await expect(arrow).toBeVisible();
  await arrow.click();
  await expect(arrow).toHaveCount(0);
  // Nearer strikes are shown without a click: the map zooms out.
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(arrow).toBeVisible();
  // The length of the bar: its text may stay.
  const bar = page.locator("storm-map .scale svg");
  const before = (await bar.getAttribute("width")) ?? "";
  await storm.addStrikes([{ near: "Aspen Pool", miles: 24 }]);
  await expect(bar).not.toHaveAttribute("width", before);
});

test("a map with more strikes than it draws says so", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await page.route(/\/lightning-strikes\?/, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: { ...json, count: 10_000, truncated: true } });
  });
  await page.goto("/");
  await expect(page.locator("storm-map")).toContainText("Only the newest 10,000 strikes are drawn.");
});

test("on a phone one finger scrolls the page past the map", async ({ browser, service, storm }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto("/");
  const map = page.locator("storm-map canvas");
  await expect(page.locator("storm-map .scale")).toBeVisible();
  const box = await map.boundingBox();
  if (box === null) throw new Error("there is no map");
  const [x, y] = [box.x + box.width / 2, Math.min(box.y + box.height / 2, 700)];
  const client = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", top: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: top, id: 0 }] });
  await touch("touchStart", y);
  for (let by = 10; by <= 200; by += 10) await touch("touchMove", y - by);
  await touch("touchEnd", 0);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  await context.close();
});

test("on a phone two fingers zoom the map", async ({ browser, service, storm }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto("/");
  const [map, scale] = [page.locator("storm-map canvas"), page.locator("storm-map .scale")];
  await expect(scale).toBeVisible();
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  if (box === null) throw new Error("there is no map");
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  const before = (await scale.textContent()) ?? "";
  const client = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", spread: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd"
          ? []
          : [
              { x: left - spread, y: top, id: 0 },
              { x: left + spread, y: top, id: 1 },
            ],
    });
  await touch("touchStart", 20);
  for (let spread = 30; spread <= 140; spread += 10) await touch("touchMove", spread);
  await touch("touchEnd", 0);
  await expect(scale).not.toHaveText(before);
  await context.close();
});

test("without /viewport the tiles come from /covering", async ({ page }) => {
  const tile = {
    id: 1,
    slug: "a",
    year: 2026,
    level: "L07",
    minX: 300_000,
    minY: 1_400_000,
    maxX: 600_000,
    maxY: 1_700_000,
    pixelWidth: 1,
    pixelHeight: 1,
    feetPerPixel: 546.75,
    imageUrl: "/media/aerial/a-2026.svg",
  };
  await page.route("**/media/aerial/a-2026.svg", (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
    }),
  );
  let covering = 0;
  await page.route(/\/aerial-tiles\/viewport/, (route) => route.fulfill({ status: 404, json: {} }));
  await page.route(/\/aerial-tiles\/covering/, (route) => {
    covering += 1;
    return route.fulfill({ json: { tiles: [tile] } });
  });
  await page.goto("/");
  await expect(page.locator("storm-map .photos img")).toHaveCount(1);
  await expect.poll(() => covering).toBeGreaterThan(1);
});

test("the first view loads less than 150 kB of script", async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto("/");
  await expect(page.locator(".threats li")).toHaveCount(5);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThan(150_000);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the plain pages have the same content", async ({ page, storm }) => {
    await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
    await page.goto("/plain");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aspen: ACTIVE");
    await page.getByRole("link", { name: "Birch Fields" }).click();
    await expect(page.locator("body")).toContainText("ACTIVE: Birch Fields");
    await page.goto("/", { waitUntil: "commit" });
    await expect(page).toHaveURL(/\/plain$/);
    await page.goto("/f/2", { waitUntil: "commit" });
    await expect(page).toHaveURL(/\/f\/2\.txt$/);
  });
});
