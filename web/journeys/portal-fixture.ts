// Fixtures for journeys of the portal: signing in, mail, and unique names.
import { type APIRequestContext, expect, type Locator, type Page, test as playwrightTest } from "@playwright/test";

import { failOnPageErrors } from "./page-errors.ts";
import { type Role, sharedSession } from "./sessions.ts";

export { expect };

interface PortalFixtures {
  /** Signed in as an administrator, outside of the browser. */
  admin: APIRequestContext;
  /** The emulated mail provider. */
  mail: MailProvider;
  /** The service on PostgreSQL. */
  postgres: { admin: APIRequestContext; mail: MailProvider };
}

export class MailProvider {
  constructor(private readonly provider: APIRequestContext) {}

  async createMailbox(prefix: string): Promise<string> {
    const address = `${unique(prefix)}@demo.example`;
    expect((await this.provider.post("/_emulator/mailboxes", { data: { address } })).ok()).toBe(true);
    return address;
  }

  async deliver(address: string, subject: string, content = "Nothing to see", folder = "Inbox"): Promise<void> {
    const data = {
      subject,
      from: { emailAddress: { address: "alerts@vendor.example", name: "Storm Vendor" } },
      body: { contentType: "text", content },
    };
    const response = await this.provider.post(
      `/_emulator/mailboxes/${address}/deliver?folder=${encodeURIComponent(folder)}`,
      { data },
    );
    expect(response.status(), await response.text()).toBe(201);
  }

  /** Delivers a saved email file. */
  async deliverFile(address: string, eml: string): Promise<void> {
    const response = await this.provider.post(`/_emulator/mailboxes/${address}/deliver?folder=Inbox`, {
      data: eml,
      headers: { "Content-Type": "message/rfc822" },
    });
    expect(response.status(), await response.text()).toBe(201);
  }

  /** The secrets that the provider accepts from now on, by client id. */
  async setSecrets(secrets: Record<string, string>): Promise<void> {
    expect((await this.provider.post("/_emulator/settings", { data: { secrets } })).ok()).toBe(true);
  }
}

export const test = playwrightTest.extend<PortalFixtures>({
  baseURL: async ({}, use) => {
    await use(process.env.STORMWIRE_URL);
  },
  admin: async ({ playwright, baseURL }, use) => {
    const storageState = sharedSession("sqlite", "admin");
    const admin = await playwright.request.newContext({ storageState, ...(baseURL === undefined ? {} : { baseURL }) });
    await use(admin);
    await disableCreated(admin);
    await admin.dispose();
  },
  mail: async ({ playwright }, use) => {
    const provider = await playwright.request.newContext({
      ...(process.env.STORMWIRE_MAIL === undefined ? {} : { baseURL: process.env.STORMWIRE_MAIL }),
    });
    await use(new MailProvider(provider));
    await provider.dispose();
  },
  postgres: async ({ playwright }, use) => {
    const storageState = sharedSession("postgres", "admin");
    const [admin, provider] = await Promise.all([
      playwright.request.newContext({ storageState, baseURL: process.env.STORMWIRE_POSTGRES_URL ?? "" }),
      playwright.request.newContext({ baseURL: process.env.STORMWIRE_POSTGRES_MAIL ?? "" }),
    ]);
    await use({ admin, mail: new MailProvider(provider) });
    await disableCreated(admin);
    await Promise.all([admin.dispose(), provider.dispose()]);
  },
  page: async ({ page }, use) => {
    await failOnPageErrors(page, () => use(page));
  },
});

export function unique(prefix: string): string {
  return `${prefix}-${crypto.randomUUID().slice(0, 8)}`;
}

/** In the demo's city. */
export const POINT = { x: 432951.15, y: 1539962.5 };

/** With the form. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** In the session that all journeys share: no journey may sign out of it. */
export async function openAs(page: Page, role: Role, path: string): Promise<void> {
  await page.context().addCookies(sharedSession("sqlite", role).cookies);
  await page.goto(path);
}

export async function expectHeading(page: Page, text: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: text, exact: true })).toBeVisible();
}

export function badge(page: Page, label: string): Locator {
  return page.locator(".badge", { hasText: new RegExp(`${label}$`) }).first();
}

export async function createFacility(admin: APIRequestContext, name: string): Promise<number> {
  return create(admin, "/facility", { name, point: POINT });
}

export async function createUser(
  admin: APIRequestContext,
  username: string,
  password: string,
  role: Role,
): Promise<number> {
  return create(admin, "/user", { username, password, role });
}

export interface WatcherSpec {
  name: string;
  mailboxAddress: string;
  [field: string]: unknown;
}

/** The watchers of a journey, by the context that created them. */
const createdWatchers = new WeakMap<APIRequestContext, number[]>();

/** Polls every second, to keep journeys short. */
export async function createWatcher(admin: APIRequestContext, spec: WatcherSpec): Promise<number> {
  const id = await create(admin, "/mailbox-watcher", { credentialId: 1, reconciliationIntervalSeconds: 1, ...spec });
  createdWatchers.set(admin, [...(createdWatchers.get(admin) ?? []), id]);
  return id;
}

/** Watchers of ended journeys would go on polling every second, which slows all later journeys down. */
async function disableCreated(admin: APIRequestContext): Promise<void> {
  const created = createdWatchers.get(admin) ?? [];
  const responses = await Promise.all(created.map((id) => admin.post(`/mailbox-watcher/${id}/disable`)));
  // A journey may have deleted its watcher.
  for (const response of responses) expect([200, 404], await response.text()).toContain(response.status());
}

/** The demo allows no folder: such a watcher can be prepared, but not enabled. */
export async function createFileWatcher(admin: APIRequestContext, name: string, folder: string): Promise<number> {
  return create(admin, "/file-watcher", { name, folder });
}

export async function createAction(
  admin: APIRequestContext,
  watcher: number,
  name: string,
  fields: object = {},
): Promise<number> {
  const config = { Op: { Action: "Set" }, Data: { Seen: true } };
  return create(admin, `/mailbox-watcher/${watcher}/action`, { name, actionType: "Data", config, ...fields });
}

/** Extracts a strike's latitude. */
export function extractConfig(pattern: string): object {
  return {
    Op: { Action: "Extract", Source: "$.BodyText" },
    Segment: { StartPattern: "Strike" },
    Fields: { Latitude: { Pattern: pattern, Type: "number", Required: true } },
  };
}

export async function enableWatcher(admin: APIRequestContext, watcher: number): Promise<void> {
  expect((await admin.post(`/mailbox-watcher/${watcher}/enable`)).status()).toBe(200);
}

/**
 * Waits until the log has that many messages or files, and returns the id of the newest. A page that is opened afterwards
 * shows them, however slow the machine is.
 */
export async function waitForLog(
  admin: APIRequestContext,
  query: { jobId?: number; q?: string; status: string },
  count = 1,
): Promise<number> {
  let items: { id: number }[] = [];
  const read = async (): Promise<number> => {
    const response = await admin.get("/mailbox-watcher/log", { params: query });
    items = ((await response.json()) as { items: { id: number }[] }).items;
    return items.length;
  };
  await expect.poll(read, JSON.stringify(query)).toBeGreaterThanOrEqual(count);
  return items[0]?.id ?? 0;
}

/** In a block that is tried again, for what a page shows at once if it shows it at all. */
export const SHORTLY = { timeout: 5_000 };

/** Compares log and folders again, and waits for the result. */
export async function refreshBalance(page: Page): Promise<void> {
  const answered = page.waitForResponse(/\/balance\?/);
  await page.getByRole("button", { name: "Refresh" }).click();
  await (await answered).finished();
}

async function create(admin: APIRequestContext, path: string, data: object): Promise<number> {
  const response = await admin.post(path, { data });
  expect(response.status(), await response.text()).toBe(201);
  return ((await response.json()) as { id: number }).id;
}
