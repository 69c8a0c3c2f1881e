// Many elements on one page: what they share, and what they leave behind.
import { expect, POOL, test } from "./sky.ts";

test.use({ isTimeFlowing: true });

const PARK = '<facility-lightning-status facility-id="13"></facility-lightning-status>';

test("twenty elements are one timer, and one request for each question; gone, they leave nothing", async ({
  page,
  weather,
  open,
}) => {
  await page.addInitScript(() => {
    const running = new Set<number>();
    Object.assign(globalThis, { running });
    const [start, stop] = [setInterval, clearInterval];
    Object.assign(globalThis, {
      setInterval: (...given: Parameters<typeof setInterval>) => {
        const timer = start(...given) as unknown as number;
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
  expect(weather.asked.map((url) => /facilities\/\d+/.exec(url)?.[0])).toEqual(["facilities/12", "facilities/13"]);
  expect(await timers()).toBe(1);

  await elements.first().evaluate((node) => node.parentElement?.append(node));
  await expect(page.locator("facility-lightning-status[status=Clear]")).toHaveCount(20);
  expect(weather.asked.length).toBe(2);

  await elements.evaluateAll((nodes) => {
    for (const node of nodes) node.remove();
  });
  await expect.poll(timers).toBe(0);
});

test("an element that is taken away ends its request", async ({ page, open }) => {
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
