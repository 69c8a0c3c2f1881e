// Measures what an open page costs while nothing happens, with 1,000 facilities, most of them with a countdown: npm run idle-cpu.
// Prints a table in Markdown: the percentage of one core that the page's thread uses, in total and for scripts, styles and layout.
import { chromium } from "@playwright/test";
import { CHROMIUM } from "../journeys/service.mjs";
import { PASSWORD, startStormService } from "../journeys/storm-service.mjs";

const FACILITIES = 1_000;
/** Images and the first requests are done by then. */
const SETTLE_MS = 5_000;
const MEASURE_MS = 20_000;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const WALL = { width: 1920, height: 1080 };

const PAGES = [
  { name: "Public page, phone", path: "/", viewport: PHONE, ready: ".threats li" },
  {
    name: "Public page, phone, all facilities listed",
    path: "/",
    viewport: PHONE,
    ready: ".threats li",
    showsAll: true,
  },
  { name: "Facility page, phone", path: "/f/1", viewport: PHONE, ready: ".threats li" },
  { name: "Public page, desktop", path: "/", viewport: DESKTOP, ready: ".threats li" },
  { name: "Dashboard", path: "/portal/storm", viewport: DESKTOP, ready: "facility-table tr[data-id]" },
  { name: "Wall", path: "/portal/storm?wall", viewport: WALL, ready: ".tiles li" },
];

const METRICS = ["TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration"];

async function measure(context, { path, viewport, ready, showsAll = false }) {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  if (showsAll) await page.getByRole("button", { name: /Show all/ }).click();
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable");
  await page.waitForTimeout(SETTLE_MS);
  const before = await metrics(client);
  await page.waitForTimeout(MEASURE_MS);
  const after = await metrics(client);
  await page.close();
  const seconds = after.get("Timestamp") - before.get("Timestamp");
  return METRICS.map((name) => (100 * (after.get(name) - before.get(name))) / seconds);
}

async function metrics(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

const service = await startStormService({ hasFeed: true, more: FACILITIES - 5 });
const browser = await chromium.launch(CHROMIUM);
try {
  await service.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  const context = await browser.newContext({ baseURL: service.url });
  await context.request.post("/auth/login", { data: { username: "supervisor", password: PASSWORD } });
  console.log("| page | all work | scripts | styles | layout |\n|---|---|---|---|---|");
  for (const page of PAGES) {
    const percentages = await measure(context, page);
    console.log(`| ${page.name} | ${percentages.map((value) => `${value.toFixed(2)} %`).join(" | ")} |`);
  }
} finally {
  await browser.close();
  await service.stop();
}
