// Takes pictures of the portal's pages about watchers and their messages, with one watcher that works and one that does not.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { CHROMIUM, startService } from "./service.mjs";

const FOLDER = process.env.SHOTS ?? fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const MAILBOX = "pools@demo.example";
const READING = {
  Op: { Action: "Extract", Source: "$.BodyText" },
  Segment: { StartPattern: "Pool" },
  Fields: {
    Name: { Pattern: "Pool ([A-Za-z ]+):", Required: true },
    Chlorine: { Pattern: "chlorine ([0-9.]+)", Type: "number", Required: true },
  },
};
const BODY =
  "Good morning,\n\nPool Aspen: chlorine 1.4\nPool Birch: chlorine 2.1\nPool Cedar: chlorine high\n\nThe inspectors";

const PAGES = {
  watchers: () => "/portal/watchers",
  watcher: () => "/portal/watchers/1",
  "watcher-new": () => "/portal/watchers/new",
  actions: () => "/portal/watchers/1/actions",
  action: () => "/portal/watchers/1/actions/2",
  "action-new": () => "/portal/watchers/1/actions/new",
  gallery: () => "/portal/watchers/1/gallery",
  workbench: ({ watcher, action }) => `/portal/watchers/${watcher}/actions/${action}/workbench`,
  balance: () => "/portal/watchers/1/balance",
  log: () => "/portal/log",
  message: ({ message }) => `/portal/log/${message}`,
  explain: () => "/portal/log/explain",
  credentials: () => "/portal/credentials",
  credential: () => "/portal/credentials/1",
  "credential-new": () => "/portal/credentials/new",
  system: () => "/portal/system",
};

/** A watcher whose pattern meets a word where it expects a number. */
async function prepare(request, mail) {
  const made = async (address, data) => (await (await request.post(address, { data })).json()).id;
  await request.post(`${mail}/_emulator/mailboxes`, { data: { address: MAILBOX } });
  const watcher = await made("/mailbox-watcher", {
    name: "Pool inspections",
    mailboxAddress: MAILBOX,
    credentialId: 1,
    reconciliationIntervalSeconds: 1,
  });
  const action = await made(`/mailbox-watcher/${watcher}/action`, {
    name: "Read the pools",
    actionType: "TextExtract",
    config: READING,
  });
  await request.post(`/mailbox-watcher/${watcher}/enable`);
  const from = { emailAddress: { address: "inspectors@demo.example", name: "Inspectors" } };
  const letter = { subject: "Pools this morning", from, body: { contentType: "text", content: BODY } };
  await request.post(`${mail}/_emulator/mailboxes/${MAILBOX}/deliver?folder=Inbox`, { data: letter });
  return { watcher, action, message: await failed(request, watcher) };
}

async function failed(request, watcher) {
  for (;;) {
    const { items } = await (await request.get(`/mailbox-watcher/log?jobId=${watcher}&status=Failed`)).json();
    if (items.length > 0) return items[0].id;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function tryPatterns(page) {
  await page.getByLabel("Text of the message").fill(BODY);
  await page.locator(".marked mark").first().waitFor();
}

async function album(browser, url, made, size, colorScheme) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: SIZES[size],
    colorScheme,
    timezoneId: "America/Chicago",
    reducedMotion: "reduce",
  });
  await context.request.post("/auth/login", { data: { username: "admin", password: "demo-admin" } });
  const page = await context.newPage();
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path(made));
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (name === "workbench") await tryPatterns(page);
    await page.waitForLoadState("networkidle");
    await page.getByText("Loading …").first().waitFor({ state: "hidden" });
    await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) });
  }
  await context.close();
}

await mkdir(FOLDER, { recursive: true });
const service = await startService();
const browser = await chromium.launch(CHROMIUM);
try {
  const context = await browser.newContext({ baseURL: service.url });
  await context.request.post("/auth/login", { data: { username: "admin", password: "demo-admin" } });
  const made = await prepare(context.request, service.mail);
  await context.close();
  for (const size of Object.keys(SIZES)) {
    for (const scheme of ["light", "dark"]) await album(browser, service.url, made, size, scheme);
  }
} finally {
  await browser.close();
  await service.stop();
}
