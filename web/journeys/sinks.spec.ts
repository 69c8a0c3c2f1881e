// Event sinks: from an empty page to a delivered event, with a service whose feed is healthy without a mailbox.
import { expectNoAxeViolations } from "./accessibility.ts";
import { expect, expectHeading, test } from "./portal-fixture.ts";
import { signInOnce } from "./sessions.ts";
import { PASSWORD, type StormService, startStormService } from "./storm-service.mjs";
import { WebhookReceiver } from "./webhook-receiver.mjs";

let service: StormService;
const receiver = new WebhookReceiver();

test.beforeAll(async () => {
  service = await startStormService({ hasFeed: true });
});

test.afterAll(async () => {
  receiver.stop();
  await service.stop();
});

test("a webhook is added, tested, gets a change of status and is retried", async ({ page }) => {
  const [url, session] = [await receiver.start(), await signInOnce(service.url, "administrator", PASSWORD)];
  await page.context().addCookies(session.cookies);
  await page.goto(`${service.url}/portal/sinks`);
  await expectHeading(page, "Event sinks");
  await expect(page.getByRole("heading", { name: "No event sinks yet" })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Add event sink" }).click();
  await expectHeading(page, "Add an event sink");
  await page.getByRole("button", { name: "Add event sink" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Pool signs");
  await page.getByLabel("URL", { exact: true }).fill("signs.example.gov");
  await page.getByRole("button", { name: "Add event sink" }).click();
  await expect(page.getByLabel("URL", { exact: true })).toBeFocused();
  await page.getByLabel("URL", { exact: true }).fill(url);
  await page.getByRole("button", { name: "Add event sink" }).click();

  await expectHeading(page, "Event sink added");
  receiver.secret = await page.getByLabel("Signing secret of “Pool signs”").inputValue();
  await page.getByRole("link", { name: "Continue to the event sink" }).click();
  await expectHeading(page, "Pool signs");
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("the receiver accepted the test event")).toBeVisible();
  expect(receiver.received).toMatchObject([{ isSigned: true, body: { type: "test" } }]);

  // The receiver is down when lightning strikes.
  receiver.status = 500;
  await service.addStrikes([{ near: "Aspen Pool", miles: 2, secondsAgo: 1 }]);
  const row = page.getByRole("row").filter({ hasText: "Aspen Pool" }).filter({ hasText: "→ Active" });
  await expect(row).toContainText("Waiting");
  await expect(row).toContainText("500");
  // The receiver is up again only now: earlier, the service itself could deliver the event before the click.
  await page.route("**/delivery/*/retry", (route) => {
    receiver.status = 204;
    return route.continue();
  });
  await row.getByRole("button", { name: "Retry" }).click();
  await expect(row).toContainText("Delivered");
  const active = receiver.received.filter(
    ({ body }) => body.data.facilityName === "Aspen Pool" && body.data.to === "Active",
  );
  expect(active.length).toBeGreaterThan(1);
  expect(active.every(({ isSigned }) => isSigned)).toBe(true);
  expect(new Set(active.map(({ id }) => id)).size).toBe(1);
  await expectNoAxeViolations(page);

  await page.getByLabel("Selected facilities").check();
  await page.getByLabel("Search facilities").fill("Aspen");
  await page.getByLabel("Aspen Pool").check();
  await page.getByLabel("Only changes to selected statuses").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("“Pool signs” was saved.")).toBeVisible();
  await page.getByRole("link", { name: "All event sinks" }).click();
  await expect(page.locator(".card")).toContainText("1 facility, changes to Active or Clear");

  await page.getByRole("link", { name: "Pool signs" }).click();
  await page.getByRole("button", { name: "Delete event sink" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete event sink" }).click();
  await expect(page.getByText("“Pool signs” was deleted.")).toBeVisible();
});
