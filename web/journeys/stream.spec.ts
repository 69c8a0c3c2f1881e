// The event stream: shared by the tabs of a browser, and what its silence means.
import type { BrowserContext, Page } from "@playwright/test";
import { BEFORE_NEXT_POLL, countOpenPolls, expect, openBoard, statusPill, test } from "./storm-fixture.ts";

const STREAM_PATH = "/lightning-strikes/stream";

/** The number of streams that this browser has opened so far. */
function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === STREAM_PATH) count += 1;
  });
  return () => count;
}

/** The number of streams that are open at the service. Needs a session. */
async function openStreams(page: Page): Promise<number> {
  const text = await (await page.request.get("/metrics")).text();
  return Number(/^stormwire_streams_open (\d+)$/m.exec(text)?.[1]);
}

test("two tabs share one connection, and the second takes over", async ({ page, context, storm }) => {
  const opened = countStreams(context);
  await openBoard(page);
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Unknown");
  await expect.poll(opened).toBe(1);
  const second = await context.newPage();
  await second.goto("/");
  await expect(statusPill(second, "Aspen Pool")).toHaveText("Unknown");

  await storm.addStrikes([{ near: "Aspen Pool", miles: 2, secondsAgo: 1 }]);
  for (const tab of [page, second]) await expect(statusPill(tab, "Aspen Pool")).toHaveText("Active", BEFORE_NEXT_POLL);
  expect(opened()).toBe(1);
  await expect.poll(() => openStreams(second)).toBe(1);

  await page.close();
  await expect.poll(opened).toBe(2);
  await storm.addStrikes([{ near: "Dunmore School", miles: 2, secondsAgo: 1 }]);
  await expect(statusPill(second, "Dunmore School")).toHaveText("Active", BEFORE_NEXT_POLL);
  await expect.poll(() => openStreams(second)).toBe(1);
});

test("a page becomes Unknown when the service falls silent, and recovers", async ({ page, storm }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await page.clock.install();
  const openPolls = countOpenPolls(page);
  const stream = page.waitForResponse(new RegExp(STREAM_PATH));
  await page.goto("/");
  await stream;
  const word = page.locator(".banner .status-word");
  await expect(word).toHaveText("Active");
  storm.pause();
  try {
    let seconds = 0;
    // Its connections stay open, so that only silence shows it.
    while ((await word.textContent()) === "Active" && seconds < 150) {
      await page.clock.runFor(5_000);
      seconds += 5;
    }
    await expect(word).toHaveText("Unknown");
    await expect(page.locator(".banner")).toContainText("Data is out of date.");
    // Polling alone would take 150 seconds.
    expect(seconds).toBeLessThan(90);
  } finally {
    storm.resume();
  }
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect.poll(openPolls).toBe(0);
    await expect(word).toHaveText("Active", { timeout: 1_000 });
  }).toPass();
});
