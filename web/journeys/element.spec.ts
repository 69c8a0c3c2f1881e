// The element on a page of another origin: told about the weather by hand, loaded from the real binary.
import type { Page } from "@playwright/test";
import { expect, MINUTE, POOL, test } from "./sky.ts";

async function keepEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const kept: string[] = [];
    Object.assign(globalThis, { kept });
    addEventListener("status-change", (event) => {
      const { detail } = event as CustomEvent<{ old: string; new: string; facilityId: number }>;
      kept.push(`${detail.facilityId}: ${detail.old} to ${detail.new}`);
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { kept: string[] }).kept);
}

test("Clear, Active, Clear again, as the clock moves", async ({ page, weather, open }) => {
  const events = await keepEvents(page);
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element).toContainText("Birchmoor Aquatic Center");
  await expect(element.locator("[part=last-strike]")).toContainText("21.4 miles");
  await expect(element.locator("[part=last-strike]")).toContainText("62 min ago, to the ground");
  await expect(element).toContainText("Decision support, not a substitute for looking up.");

  weather.strike(2.345);
  await weather.pass(70_000);
  await expect(element).toHaveAttribute("status", "Active");
  await expect(element.locator("[part=word]")).toHaveText("Active");
  await expect(element).toContainText("Lightning is close. Go inside now.");
  await expect(element).toContainText("2.3 miles");
  await expect(element).toContainText("1 strike within 8 miles in 30 minutes");
  await expect(element.locator("[aria-live=polite]")).toHaveText(
    "Birchmoor Aquatic Center. Active. Lightning is close. Go inside now.",
  );
  await expect(element.locator("[part=wait]")).toHaveText(/^All clear in 2[78]:\d\d if nothing more strikes$/);
  const before = await element.locator("[part=wait]").textContent();
  await weather.pass(1_000);
  await expect(element.locator("[part=wait]")).not.toHaveText(before ?? "");

  const asked = weather.asked.length;
  await weather.pass(30 * MINUTE);
  expect(weather.asked.length - asked).toBeGreaterThanOrEqual(25);
  expect(weather.asked.length - asked).toBeLessThanOrEqual(40);
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element.locator("[part=wait]")).toBeHidden();
  expect(await events()).toEqual(["12: Unknown to Clear", "12: Clear to Active", "12: Active to Clear"]);
});

test("Clearing waits for the all clear", async ({ weather, open }) => {
  weather.strikes.push({ miles: 3, at: weather.now - 20 * MINUTE, type: "Cloud Stroke Lightning" });
  const element = await open(
    '<facility-lightning-status facility-id="12" danger-minutes="15" all-clear-minutes="45"></facility-lightning-status>',
  );
  await expect(element).toHaveAttribute("status", "Clearing");
  await expect(element).toContainText("All clear in 25:00 if nothing more strikes");
  expect(weather.asked[0]).toMatch(/facilities\/12\/proximity\?dangerMinutes=15&allClearMinutes=45$/);
});

test("without a network it turns grey by itself, says so, and is back at once with the network", async ({
  page,
  weather,
  open,
}) => {
  const events = await keepEvents(page);
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Clear");
  weather.isCut = true;
  await page.context().setOffline(true);
  await weather.pass(140_000);
  await expect(element).toHaveAttribute("status", "Clear");
  await weather.pass(11_000);
  await expect(element).toHaveAttribute("status", "Unknown");
  await expect(element).toContainText("This display has had no news for too long. Last known: Clear.");
  await expect(element.locator("[part=last-strike]")).toHaveText("not known");
  await weather.pass(3 * MINUTE);
  await expect(element).toContainText("5 min old");

  weather.isCut = false;
  await page.context().setOffline(false);
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element).toContainText(", 0 s old");
  expect(await events()).toEqual(["12: Unknown to Clear", "12: Clear to Unknown", "12: Unknown to Clear"]);
});

test("a device that slept shows nothing old when it wakes", async ({ page, weather, open }) => {
  const element = await open(POOL);
  await expect(element).toHaveAttribute("status", "Clear");
  weather.isCut = true;
  // Not one timer ran in between.
  await page.clock.fastForward(8 * 60 * MINUTE);
  await expect(element).toHaveAttribute("status", "Unknown");
});

for (const healthy of [false, null]) {
  test(`a feed that is ${healthy} is never green`, async ({ weather, open }) => {
    weather.healthy = healthy;
    const element = await open(POOL);
    await expect(element.locator("[part=note]")).toHaveText(
      healthy === false ? "The lightning feed is not working." : "No lightning feed is set up.",
    );
    await expect(element).toHaveAttribute("status", "Unknown");
    weather.strike(1);
    await weather.pass(70_000);
    await expect(element).toHaveAttribute("status", "Active");
    await expect(element).toContainText("It may be worse than shown.");
    await expect(element.locator("[part=wait]")).toHaveText(/^No all clear before /);
  });
}

for (const [refusal, words] of [
  [404, "There is no such facility."],
  [409, "This facility has no position."],
  [503, "The server cannot be reached."],
] as const) {
  test(`an answer of ${refusal} is Unknown: ${words}`, async ({ weather, open }) => {
    weather.refusal = refusal;
    const element = await open(POOL);
    await expect(element).toContainText(words);
    await expect(element).toHaveAttribute("status", "Unknown");
  });
}

test("an attribute that is wrong is named and nothing is asked; put right, it works", async ({ weather, open }) => {
  const element = await open(
    '<facility-lightning-status facility-id="12" radius-miles="eight"></facility-lightning-status>',
  );
  await expect(element).toContainText("The attribute radius-miles is missing or wrong.");
  expect(weather.asked).toEqual([]);
  await element.evaluate((node) => node.setAttribute("radius-miles", "10"));
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element).toContainText("0 strikes within 10 miles in 30 minutes");
  expect(weather.asked.length).toBe(1);
});

test("several attributes changed together are one question, and another facility starts from Unknown", async ({
  page,
  weather,
  open,
}) => {
  const events = await keepEvents(page);
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
  await expect.poll(() => weather.asked.length).toBe(2);
  expect(weather.asked[1]).toMatch(/facilities\/13\/proximity\?radiusMiles=5&dangerMinutes=10$/);
  await expect.poll(events).toEqual(["12: Unknown to Clear", "13: Clear to Unknown", "13: Unknown to Clear"]);
});

test("it speaks the language of its place, or its own", async ({ open }) => {
  const element = await open(
    `<div lang="es">${POOL}</div><facility-lightning-status facility-id="12" lang="en"></facility-lightning-status>`,
  );
  await expect(element.first()).toContainText("Despejado");
  await expect(element.first()).toContainText("Apoyo para decidir; no sustituye mirar el cielo.");
  await expect(element.last()).toContainText("Clear");
});

test("what stands between its tags is shown until the script has run", async ({ page, open }) => {
  await page.route("**/facility-lightning-status.js", (route) => route.abort());
  await open(
    '<facility-lightning-status facility-id="12"><a href="/f/12.txt">Lightning status</a></facility-lightning-status>',
  );
  await expect(page.getByRole("link", { name: "Lightning status" })).toBeVisible();
});

test("it works on a page that trusts nothing but the service", async ({ page, baseURL, open }) => {
  // The page comes from another port, which is another origin.
  const element = await open(POOL, {
    "content-security-policy": `default-src 'none'; script-src ${baseURL}; connect-src ${baseURL}; require-trusted-types-for 'script'`,
    "cross-origin-embedder-policy": "require-corp",
  });
  await expect(element).toHaveAttribute("status", "Clear");
  await expect(element.locator("header")).toHaveCSS("background-color", "rgb(18, 105, 58)");
  expect(await page.evaluate(() => location.origin)).not.toBe(baseURL);
});
