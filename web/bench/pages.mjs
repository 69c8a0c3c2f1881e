// Measures the storm view in Chromium: node bench/pages.mjs URL. Prints one line of JSON with the values of all rounds: the time
// until the page is interactive, and the script time per frame while the map is dragged.
import { chromium } from "@playwright/test";
import { CHROMIUM } from "../journeys/service.mjs";

const ROUNDS = 5;
const STEPS = 120;
const VIEWPORT = { width: 1280, height: 800 };

/** From the start of the navigation until list and map are usable, with an empty cache. */
async function timeToInteractive(browser, url) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "commit" });
  const ms = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const check = () => {
          const isUsable =
            document.querySelector(".threats li") !== null &&
            document.querySelector("storm-map")?.shadowRoot?.querySelector(".scale");
          // A frame later the main thread is free again.
          if (isUsable) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
  await context.close();
  return ms;
}

/** The browser's own script time, divided by the frames drawn. */
async function scriptTimePerFrame(browser, url) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("storm-map .scale").waitFor();
  await page.locator(".threats li").first().waitFor();
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable");
  const script = async () =>
    (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value * 1000;
  await page.evaluate(() => {
    window.frames_drawn = 0;
    const count = () => {
      window.frames_drawn += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await page.mouse.move(900, 400);
  await page.mouse.down();
  const [scriptBefore, framesBefore] = [await script(), await page.evaluate(() => window.frames_drawn)];
  for (let step = 0; step < STEPS; step += 1)
    await page.mouse.move(900 - 150 * Math.sin(step / 9), 400 - 100 * Math.cos(step / 7));
  const [scriptAfter, framesAfter] = [await script(), await page.evaluate(() => window.frames_drawn)];
  await page.mouse.up();
  await context.close();
  return (scriptAfter - scriptBefore) / Math.max(1, framesAfter - framesBefore);
}

const url = process.argv[2];
const browser = await chromium.launch(CHROMIUM);
const [opened, frames] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  opened.push(await timeToInteractive(browser, url));
  frames.push(await scriptTimePerFrame(browser, url));
}
await browser.close();
console.log(JSON.stringify({ interactiveMs: opened, frameMs: frames }));
