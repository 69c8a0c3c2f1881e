// Measures what an open page costs while nothing happens, with 1,000 facilities, most of them with a countdown: npm run idle-cpu.
// Prints the percentage of one core that the page's thread uses, in total and for scripts, styles and layout: the median of the
// rounds as a table in Markdown, or with --json the values of all rounds.
import { chromium } from "@playwright/test";
import { CHROMIUM } from "../journeys/service.mjs";
import { PASSWORD, startStormService } from "../journeys/storm-service.mjs";

const FACILITIES = 1_000;
/** Images and the first requests are done by then. */
const SETTLE_MS = 5_000;
const ROUND_MS = 10_000;
const ROUNDS = 3;

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
  if (showsAll) await page.getByRole("button", { name: /Show all \d/ }).click();
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable");
  await page.waitForTimeout(SETTLE_MS);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(page, client));
  await page.close();
  return rounds;
}

/** Percentages, in the order of METRICS. */
async function measureRound(page, client) {
  const before = await metrics(client);
  await page.waitForTimeout(ROUND_MS);
  const after = await metrics(client);
  const seconds = after.get("Timestamp") - before.get("Timestamp");
  return METRICS.map((name) => (100 * (after.get(name) - before.get(name))) / seconds);
}

async function metrics(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

function tableRow({ name, all, scripts, styles, layout }) {
  const cells = [all, scripts, styles, layout].map((values) => `${median(values).toFixed(2)} %`);
  return `| ${name} | ${cells.join(" | ")} |`;
}

const results = [];
const service = await startStormService({ hasFeed: true, more: FACILITIES - 5 });
const browser = await chromium.launch(CHROMIUM);
try {
  await service.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  const context = await browser.newContext({ baseURL: service.url });
  await context.request.post("/auth/login", { data: { username: "supervisor", password: PASSWORD } });
  for (const page of PAGES) {
    const rounds = await measure(context, page);
    const [all, scripts, styles, layout] = METRICS.map((_, index) => rounds.map((round) => round[index]));
    results.push({ name: page.name, all, scripts, styles, layout });
  }
} finally {
  await browser.close();
  await service.stop();
}
if (process.argv.includes("--json")) console.log(JSON.stringify(results));
else
  console.log(
    ["| page | all work | scripts | styles | layout |\n|---|---|---|---|---|", ...results.map(tableRow)].join("\n"),
  );
