// The element on a host page of another origin, with a fake status API.
import type { Page } from "@playwright/test";
import { expect, MINUTE, POOL, test } from "./element-fixture.ts";

async function recordEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const recorded: string[] = [];
    Object.assign(globalThis, { recorded });
    addEventListener("status-change", (event) => {
      const { detail } = event as CustomEvent<{ old: string; new: string; facilityId: number }>;
      recorded.push(`${detail.facilityId}: ${detail.old} to ${detail.new}`);
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { recorded: string[] }).recorded);
}

test("status goes from Clear to Active and back", async ({ page, api, open }) => {
  const events = await recordEvents(page);
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element).toContainText("Birchmoor Aquatic Center");
  await expect(element.locator("[part=last-strike]")).toContainText("21.4 miles");
  await expect(element.locator("[part=last-strike]")).toContainText("62 min ago, ground strike");
  await expect(element).toContainText("Decision support, not a substitute for looking up.");

  api.addStrike(2.345);
  await api.advance(70_000);
  await expect(element).toHaveAttribute("status", "Active");
  await expect(element.locator("[part=word]")).toHaveText("Active");
  await expect(element).toContainText("Lightning is close. Go inside now.");
  await expect(element).toContainText("2.3 miles");
  await expect(element).toContainText("1 strike within 8 miles in the last 30 minutes");
  await expect(element.locator("[aria-live=polite]")).toHaveText(
    "Birchmoor Aquatic Center. Active. Lightning is close. Go inside now.",
  );
  await expect(element.locator("[part=wait]")).toHaveText(/^All clear in 2[78]:\d\d if no new strikes$/);
  const before = await element.locator("[part=wait]").textContent();
  await api.advance(1_000);
  await expect(element.locator("[part=wait]")).not.toHaveText(before ?? "");

  const requestsBefore = api.requests.length;
  await api.advance(30 * MINUTE);
  expect(api.requests.length - requestsBefore).toBeGreaterThanOrEqual(25);
  expect(api.requests.length - requestsBefore).toBeLessThanOrEqual(40);
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element.locator("[part=wait]")).toBeHidden();
  expect(await events()).toEqual(["12: Unknown to Clear", "12: Clear to Active", "12: Active to Clear"]);
});

test("Clearing waits for the all clear", async ({ api, open }) => {
  api.strikes.push({ miles: 3, at: api.now - 20 * MINUTE, kind: "cloud" });
  const element = await open(
    '<facility-lightning-status facility-id="12" danger-minutes="15" all-clear-minutes="45"></facility-lightning-status>',
  );
  await expect(element).toHaveAttribute("status", "Clearing");
  await expect(element).toContainText("All clear in 25:00 if no new strikes");
  expect(api.requests[0]).toMatch(/facilities\/12\/proximity\?dangerMinutes=15&allClearMinutes=45$/);
});

test("offline it becomes Unknown, and recovers at once when online", async ({ page, api, open }) => {
  const events = await recordEvents(page);
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Clear");
  api.isOffline = true;
  await page.context().setOffline(true);
  await api.advance(140_000);
  await expect(element).toHaveAttribute("status", "Clear");
  await api.advance(11_000);
  await expect(element).toHaveAttribute("status", "Unknown");
  await expect(element).toContainText("Data is out of date. Last known status: Clear.");
  await expect(element.locator("[part=last-strike]")).toHaveText("unknown");
  await api.advance(3 * MINUTE);
  await expect(element).toContainText("(5 min ago)");

  api.isOffline = false;
  await page.context().setOffline(false);
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element).toContainText("(0 s ago)");
  expect(await events()).toEqual(["12: Unknown to Clear", "12: Clear to Unknown", "12: Unknown to Clear"]);
});

test("a device that slept shows Unknown", async ({ page, api, open }) => {
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Clear");
  api.isOffline = true;
  // No timer runs in between.
  await page.clock.fastForward(8 * 60 * MINUTE);
  await expect(element).toHaveAttribute("status", "Unknown");
});

for (const healthy of [false, null]) {
  test(`a feed that is ${healthy} is never Clear`, async ({ api, open }) => {
    api.healthy = healthy;
    const element = await open(POOL);
    await expect(element.locator("[part=note]")).toHaveText(
      healthy === false ? "The lightning feed is not working." : "No lightning feed is set up.",
    );
    await expect(element).toHaveAttribute("status", "Unknown");
    api.addStrike(1);
    await api.advance(70_000);
    await expect(element).toHaveAttribute("status", "Active");
    await expect(element).toContainText("Conditions may be worse than shown.");
    await expect(element.locator("[part=wait]")).toHaveText(/^No all clear before /);
  });
}

for (const [status, text] of [
  [404, "Facility not found."],
  [409, "This facility has no location."],
  [503, "Cannot reach the server."],
] as const) {
  test(`a response of ${status} is Unknown: ${text}`, async ({ api, open }) => {
    api.errorStatus = status;
    const element = await open(POOL);
    await expect(element).toContainText(text);
    await expect(element).toHaveAttribute("status", "Unknown");
  });
}

test("an invalid attribute is named and sends no request", async ({ api, open }) => {
  const element = await open(
    '<facility-lightning-status facility-id="12" radius-miles="eight"></facility-lightning-status>',
  );
  await expect(element).toContainText("The attribute radius-miles is missing or invalid.");
  expect(api.requests).toEqual([]);
  await element.evaluate((node) => node.setAttribute("radius-miles", "10"));
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element).toContainText("0 strikes within 10 miles in the last 30 minutes");
  expect(api.requests.length).toBe(1);
});

test("attributes changed together send one request, starting from Unknown", async ({ page, api, open }) => {
  const events = await recordEvents(page);
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Clear");
  await element.evaluate((node) => {
    for (const [name, value] of [
      ["facility-id", "13"],
      ["radius-miles", "5"],
      ["danger-minutes", "10"],
    ] as const)
      node.setAttribute(name, value);
  });
  await expect.poll(() => api.requests.length).toBe(2);
  expect(api.requests[1]).toMatch(/facilities\/13\/proximity\?radiusMiles=5&dangerMinutes=10$/);
  await expect.poll(events).toEqual(["12: Unknown to Clear", "13: Clear to Unknown", "13: Unknown to Clear"]);
});

test("the language comes from the nearest lang attribute", async ({ open }) => {
  const element = await open(
    `<div lang="es">${POOL}</div><facility-lightning-status facility-id="12" lang="en"></facility-lightning-status>`,
  );
  await expect(element.first()).toContainText("Despejado");
  await expect(element.first()).toContainText("Ayuda para decidir; no sustituye observar el cielo.");
  await expect(element.last()).toContainText("Clear");
});

test("fallback content is shown without the script", async ({ page, open }) => {
  await page.route("**/facility-lightning-status.js", (route) => route.abort());
  await open(
    '<facility-lightning-status facility-id="12"><a href="/f/12.txt">Lightning status</a></facility-lightning-status>',
  );
  await expect(page.getByRole("link", { name: "Lightning status" })).toBeVisible();
});

test("it works under a strict content security policy", async ({ page, baseURL, open }) => {
  // Another port is another origin.
  const element = await open(POOL, {
    "content-security-policy": `default-src 'none'; script-src ${baseURL}; connect-src ${baseURL}; require-trusted-types-for 'script'`,
    "cross-origin-embedder-policy": "require-corp",
  });
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element.locator("header")).toHaveCSS("background-color", "rgb(18, 105, 58)");
  expect(await page.evaluate(() => location.origin)).not.toBe(baseURL);
});
