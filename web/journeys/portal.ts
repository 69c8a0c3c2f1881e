// What the journeys share: how one signs in, and names that no other journey uses.
import { type APIRequestContext, expect, type Locator, type Page, test as plain } from "@playwright/test";

export { expect };

type Role = "admin" | "operator" | "viewer";

interface Portal {
  /** Signed in as an administrator, beside the browser. */
  admin: APIRequestContext;
  /** The emulated mail provider. */
  mail: Mail;
}

/** The other side: mailboxes that messages are delivered to. */
export class Mail {
  constructor(private readonly provider: APIRequestContext) {}

  async mailbox(word: string): Promise<string> {
    const address = `${unique(word)}@demo.example`;
    expect((await this.provider.post("/_emulator/mailboxes", { data: { address } })).ok()).toBe(true);
    return address;
  }

  async deliver(address: string, subject: string, content = "Nothing to see", folder = "Inbox"): Promise<void> {
    const data = {
      subject,
      from: { emailAddress: { address: "alerts@vendor.example", name: "Storm Vendor" } },
      body: { contentType: "text", content },
    };
    const answer = await this.provider.post(
      `/_emulator/mailboxes/${address}/deliver?folder=${encodeURIComponent(folder)}`,
      { data },
    );
    expect(answer.status(), await answer.text()).toBe(201);
  }

  /** Which secrets the provider takes; client ids that are not named here are refused from now on. */
  async secrets(secrets: Record<string, string>): Promise<void> {
    expect((await this.provider.post("/_emulator/settings", { data: { secrets } })).ok()).toBe(true);
  }
}

export const test = plain.extend<Portal>({
  baseURL: async ({}, use) => {
    await use(process.env.STORMWIRE_URL);
  },
  admin: async ({ playwright, baseURL }, use) => {
    const admin = await playwright.request.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
    await signInBeside(admin, "admin", "demo-admin");
    await use(admin);
    await admin.dispose();
  },
  mail: async ({ playwright }, use) => {
    const provider = await playwright.request.newContext({
      ...(process.env.STORMWIRE_MAIL === undefined ? {} : { baseURL: process.env.STORMWIRE_MAIL }),
    });
    await use(new Mail(provider));
    await provider.dispose();
  },
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    await use(page);
    expect(complaints, "errors in the page").toEqual([]);
  },
});

export function unique(word: string): string {
  return `${word}-${crypto.randomUUID().slice(0, 8)}`;
}

/** A point that lies in the demo's city. */
export const POINT = { x: 432951.15, y: 1539962.5 };

/** Through the form, as people do it. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Without the form, for journeys that are about something else. */
export async function openAs(page: Page, role: Role, path: string): Promise<void> {
  await signInBeside(page.request, role, `demo-${role}`);
  await page.goto(path);
}

export async function heading(page: Page, words: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: words, exact: true })).toBeVisible();
}

/** How something stands: the word in its badge. */
export function badge(page: Page, word: string): Locator {
  return page.locator(".badge", { hasText: new RegExp(`${word}$`) }).first();
}

export async function makeFacility(admin: APIRequestContext, name: string): Promise<number> {
  return made(admin, "/facility", { name, point: POINT });
}

export async function makeUser(
  admin: APIRequestContext,
  username: string,
  password: string,
  role: Role,
): Promise<number> {
  return made(admin, "/user", { username, password, role });
}

export interface WatcherWish {
  name: string;
  mailboxAddress: string;
  [field: string]: unknown;
}

/** Looks every second, so that nobody waits for a journey. */
export async function makeWatcher(admin: APIRequestContext, wish: WatcherWish): Promise<number> {
  return made(admin, "/mailbox-watcher", { credentialId: 1, reconciliationIntervalSeconds: 1, ...wish });
}

export async function makeAction(
  admin: APIRequestContext,
  watcher: number,
  name: string,
  fields: object = {},
): Promise<number> {
  const config = { Op: { Action: "Set" }, Data: { Seen: true } };
  return made(admin, `/mailbox-watcher/${watcher}/action`, { name, actionType: "Data", config, ...fields });
}

/** Finds a strike's latitude in a text. */
export function extractConfig(pattern: string): object {
  return {
    Op: { Action: "Extract", Source: "$.BodyText" },
    Segment: { StartPattern: "Strike" },
    Fields: { Latitude: { Pattern: pattern, Type: "number", Required: true } },
  };
}

export async function enable(admin: APIRequestContext, watcher: number): Promise<void> {
  expect((await admin.post(`/mailbox-watcher/${watcher}/enable`)).status()).toBe(200);
}

async function made(admin: APIRequestContext, path: string, data: object): Promise<number> {
  const answer = await admin.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

async function signInBeside(request: APIRequestContext, username: string, password: string): Promise<void> {
  const answer = await request.post("/auth/login", { data: { username, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}
