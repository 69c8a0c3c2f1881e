// The public page on a phone: one's own facility first.
import { expect, setFeed, test } from "./storm-fixture.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** What a keyboard leaves of the screen. */
const ABOVE_KEYBOARD = 480;

test("the search is below the status, its results are above the keyboard", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/");
  const field = page.getByRole("searchbox");
  await expect(field).toBeVisible();
  await expect.poll(async () => (await field.boundingBox())?.y ?? NaN).toBeLessThan(400);
  await field.focus();
  await page.keyboard.type("cedar");
  const result = page.locator(".threats li");
  await expect(result).toHaveCount(1);
  await expect.poll(async () => (await result.boundingBox())?.y ?? NaN).toBeLessThan(ABOVE_KEYBOARD - 100);
});

test("the city is one line and does not send everyone inside", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/");
  await expect(page.locator(".banner")).toContainText("Lightning near 3 of 5 facilities. Find yours.");
  await expect(page.locator(".banner")).not.toContainText("Go inside now");
  await page.goto("/f/4");
  const band = page.locator(".detail");
  await expect(band.locator(".status-word")).toHaveText("Clear");
  await expect(band).toContainText("No lightning reported nearby.");
  await expect(async () => {
    const [own, city] = [await band.boundingBox(), await page.locator(".banner").boundingBox()];
    expect(own?.y).toBeLessThan(city?.y ?? 0);
    expect(own?.height).toBeGreaterThan(2 * (city?.height ?? 0));
  }).toPass();
});

test("the facility that was opened last is first next time", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Dunmore School", miles: 1 }]);
  await page.goto("/f/4");
  await expect(page.locator(".detail .status-word")).toHaveText("Active");
  await page.goto("/");
  const own = page.locator(".detail.own");
  await expect(own).toContainText("Dunmore School");
  await expect(own).toContainText("Go inside now");
  await expect(own).toContainText("All clear at");
  await own.getByRole("link", { name: "Dunmore School" }).click();
  await expect(page).toHaveURL(/\/f\/4$/);
  await page.goto("/");
  await own.getByRole("button", { name: "Not my facility" }).click();
  await expect(own).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".threats li")).toHaveCount(5);
  await expect(own).toHaveCount(0);
});

test("near me sorts on the device; only the exact position is sent, when asked", async ({
  page,
  context,
  storm,
  healthyFeed: _,
}) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 34.41, longitude: -86.21 });
  await storm.addStrikes([{ near: "Dunmore School", miles: 1 }]);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/lat=|34\.41/.test(request.url())) sent.push(request.url());
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Near me" }).click();
  await expect(page.locator(".threats .name").first()).toHaveText("Dunmore School");
  await expect(page.locator(".threats li").first()).toContainText(/0\.\d miles from you/);
  await expect(page.getByText("Your position stays on this device.")).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Check my exact position" }).click();
  await expect(page.locator(".spot .pill")).toHaveText("Active");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("/lightning-strikes/proximity?");
  await page.getByRole("button", { name: "Near me" }).click();
  await expect(page.locator(".spot")).toHaveCount(0);
});

test("a position that is not shared is explained", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/");
  await page.getByRole("button", { name: "Near me" }).click();
  await expect(page.getByText("Your browser does not share your position.")).toBeVisible();
});

test("an unknown status has no numbers", async ({ page }) => {
  await setFeed(page, false);
  await page.goto("/f/1");
  await expect(page.locator(".detail .status-word")).toHaveText("Unknown");
  await expect(page.locator(".detail")).not.toContainText(/\d+ strikes?|none|Closest/);
  await expect(page.locator(".banner")).not.toContainText(/\d+ strikes? reported/);
  await page.goto("/");
  await expect(page.locator(".threats li").first()).not.toContainText(/strike|none/);
});

test("a facility without a location does not warn everyone", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/");
  await expect(page.locator("#facilities")).toContainText("1 facility has no location.");
  await expect(page.locator(".banner")).not.toContainText("no location");
});

test("a double tap opens a facility and shares nothing", async ({ page, storm, healthyFeed: _, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/");
  await page.getByRole("searchbox").fill("birch");
  const link = page.getByRole("link", { name: /Birch Fields/ });
  await expect(link).toHaveCount(1);
  // Both taps at one position, the second one as soon as the facility is open, however slow the machine is.
  await link.evaluate(async (element) => {
    const tap = () =>
      new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: 100, clientY: 300 });
    element.dispatchEvent(tap());
    await (document.querySelector("storm-view") as unknown as { updateComplete: Promise<boolean> }).updateComplete;
    const buttons = [...document.querySelectorAll("button")];
    buttons.find(({ textContent }) => textContent === "Share")?.dispatchEvent(tap());
  });
  await expect(page.getByRole("heading", { level: 2, name: "Birch Fields" })).toBeFocused();
  await expect(page.getByText("Link copied.")).toHaveCount(0);
  // A key is always meant.
  await page.getByRole("button", { name: "Share" }).press("Enter");
  await expect(page.getByText("Link copied.")).toBeVisible();
  await page.getByRole("button", { name: "All facilities" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("the tab has the status in its title and its icon", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Birch Fields", miles: 1 }]);
  await page.goto("/f/2");
  await expect(page).toHaveTitle("Active – Birch Fields");
  const icon = page.locator('link[rel="icon"]');
  await expect(icon).toHaveAttribute("href", /^data:image\/svg\+xml,/);
  const active = (await icon.getAttribute("href")) ?? "";
  await page.goto("/f/4");
  await expect(page).toHaveTitle("Clear – Dunmore School");
  await expect(icon).not.toHaveAttribute("href", active);
});
