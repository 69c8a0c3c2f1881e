// Many elements on one page share timers and requests.
import { expect, POOL, test } from "./element-fixture.ts";

test.use({ usesRealTime: true });

const PARK = '<facility-lightning-status facility-id="13"></facility-lightning-status>';

test("20 elements share one timer, and one request per URL", async ({ page, api, open }) => {
  await page.addInitScript(() => {
    const running = new Set<number>();
    Object.assign(globalThis, { running });
    const [start, stop] = [setInterval, clearInterval];
    Object.assign(globalThis, {
      setInterval: (...args: Parameters<typeof setInterval>) => {
        const timer = start(...args) as unknown as number;
        running.add(timer);
        return timer;
      },
      clearInterval: (timer: number) => {
        running.delete(timer);
        stop(timer);
      },
    });
  });
  const timers = () => page.evaluate(() => (globalThis as unknown as { running: Set<number> }).running.size);
  const elements = await open(POOL.repeat(15) + PARK.repeat(5));
  await expect(page.locator("facility-lightning-status[status=Clear]")).toHaveCount(20);
  expect(api.requests.map((url) => /facilities\/\d+/.exec(url)?.[0])).toEqual(["facilities/12", "facilities/13"]);
  expect(await timers()).toBe(1);

  await elements.first().evaluate((node) => node.parentElement?.append(node));
  await expect(page.locator("facility-lightning-status[status=Clear]")).toHaveCount(20);
  expect(api.requests.length).toBe(2);

  await elements.evaluateAll((nodes) => {
    for (const node of nodes) node.remove();
  });
  await expect.poll(timers).toBe(0);
});

test("a page view sends one request, however late the page has loaded", async ({ page, api, open }) => {
  // The page is still loading its last image when the status is already shown.
  await page.route("**/late.png", async (route) => {
    await expect(page.locator("facility-lightning-status")).toHaveAttribute("status", "Clear");
    await route.fulfill({ status: 404 });
  });
  await open(`${POOL}<img src="/late.png" alt="">`);
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe("complete");
  await page.evaluate(() => new Promise((settled) => requestAnimationFrame(settled)));
  expect(api.requests.length).toBe(1);
});

test("removing an element aborts its request", async ({ page, open }) => {
  await page.route(/proximity/, () => undefined);
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/facilities/12/proximity"));
  const sent = page.waitForRequest(/facilities\/12\/proximity/);
  const element = await open(POOL);
  await sent;
  await element.evaluate((node) => node.remove());
  expect((await failed).failure()?.errorText).toBe("net::ERR_ABORTED");
});

test("the script may be loaded twice", async ({ baseURL, open }) => {
  const element = await open(
    `${POOL}<script type="module" src="${baseURL}/facility-lightning-status.js?again"></script>`,
  );
  await expect(element).toHaveAttribute("status", "Clear");
});
