// Watchers, actions, workbench, log, credentials and system, with one watcher that works and one that fails.
import { forEachVariant, save, signIn, sleep } from "./screenshot.mjs";

const MAILBOX = "pools@demo.example";
const CONFIG = {
  Op: { Action: "Extract", Source: "$.BodyText" },
  Segment: { StartPattern: "Pool" },
  Fields: {
    Name: { Pattern: "Pool ([A-Za-z ]+):", Required: true },
    Chlorine: { Pattern: "chlorine ([0-9.]+)", Type: "number", Required: true },
  },
};
/** The last pool has a word where the pattern expects a number. */
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

export async function takeWatcherPages(browser, { url, mail }) {
  const admin = await browser.newContext({ baseURL: url });
  await signIn(admin, "admin");
  const ids = await createFailingWatcher(admin.request, mail);
  await admin.close();
  await forEachVariant(browser, url, async (context, suffix) => {
    await signIn(context, "admin");
    const page = await context.newPage();
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(path(ids));
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (name === "workbench") await pasteText(page);
      await page.waitForLoadState("networkidle");
      await page.getByText("Loading…").first().waitFor({ state: "hidden" });
      await save(page, `${name}-${suffix}`);
    }
  });
}

async function createFailingWatcher(request, mail) {
  const create = async (path, data) => (await (await request.post(path, { data })).json()).id;
  await request.post(`${mail}/_emulator/mailboxes`, { data: { address: MAILBOX } });
  const watcher = await create("/mailbox-watcher", {
    name: "Pool inspections",
    mailboxAddress: MAILBOX,
    credentialId: 1,
    reconciliationIntervalSeconds: 1,
  });
  const action = await create(`/mailbox-watcher/${watcher}/action`, {
    name: "Read the pools",
    actionType: "TextExtract",
    config: CONFIG,
  });
  await request.post(`/mailbox-watcher/${watcher}/enable`);
  const from = { emailAddress: { address: "inspectors@demo.example", name: "Inspectors" } };
  const email = { subject: "Pools this morning", from, body: { contentType: "text", content: BODY } };
  await request.post(`${mail}/_emulator/mailboxes/${MAILBOX}/deliver?folder=Inbox`, { data: email });
  return { watcher, action, message: await failedMessage(request, watcher) };
}

async function failedMessage(request, watcher) {
  for (;;) {
    const { items } = await (await request.get(`/mailbox-watcher/log?jobId=${watcher}&status=Failed`)).json();
    if (items.length > 0) return items[0].id;
    await sleep(500);
  }
}

async function pasteText(page) {
  await page.getByLabel("Message text").fill(BODY);
  await page.locator(".highlighted-text mark").first().waitFor();
}
