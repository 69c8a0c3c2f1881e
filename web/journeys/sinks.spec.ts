// Event sinks: from an empty page to a delivered event.
import { expectNoAxeViolations } from "./accessibility.ts";
import { createFacility, expect, expectHeading, openAs, test, unique } from "./portal-fixture.ts";
import { WebhookReceiver } from "./webhook-receiver.mjs";

test("a webhook is added, tested, gets a change of status and is retried", async ({ page, admin }) => {
  const receiver = new WebhookReceiver();
  const [url, name, pool] = [await receiver.start(), unique("Signs"), unique("Pool")];
  await openAs(page, "admin", "/portal/sinks");
  await expectHeading(page, "Event sinks");
  await page.getByRole("link", { name: "Add event sink" }).click();
  await expectHeading(page, "Add an event sink");
  await page.getByRole("button", { name: "Add event sink" }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("URL", { exact: true }).fill("signs.example.gov");
  await page.getByRole("button", { name: "Add event sink" }).click();
  await expect(page.getByLabel("URL", { exact: true })).toBeFocused();
  await page.getByLabel("URL", { exact: true }).fill(url);
  await page.getByRole("button", { name: "Add event sink" }).click();

  await expectHeading(page, "Event sink added");
  receiver.secret = await page.getByLabel(`Signing secret of “${name}”`).inputValue();
  expect(receiver.secret).toMatch(/^whsec_/);
  await page.getByRole("link", { name: "Continue to the event sink" }).click();
  await expectHeading(page, name);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("the receiver accepted the test event")).toBeVisible();
  expect(receiver.received).toMatchObject([{ isSigned: true, body: { type: "test" } }]);

  // The receiver is down when a facility is added, so the first attempt fails.
  receiver.status = 500;
  const facility = await createFacility(admin, pool);
  const row = page.getByRole("row").filter({ hasText: pool });
  await expect(row).toContainText("Waiting");
  await expect(row).toContainText("500");
  receiver.status = 204;
  await row.getByRole("button", { name: "Retry" }).click();
  await expect(row.first()).toContainText("Delivered");
  const delivered = receiver.received.filter(({ body }) => body.data.facilityName === pool);
  expect(delivered.at(-1)).toMatchObject({ isSigned: true, body: { type: "status" } });
  expect(new Set(delivered.map(({ id }) => id)).size).toBe(1);
  await expectNoAxeViolations(page);

  await page.getByLabel("Selected facilities").check();
  await page.getByLabel("Search facilities").fill(pool);
  await page.getByLabel(pool).check();
  await page.getByLabel("Only changes to selected statuses").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`“${name}” was saved.`)).toBeVisible();
  await page.getByRole("link", { name: "All event sinks" }).click();
  await expect(page.locator(".card").filter({ hasText: name })).toContainText("1 facility, changes to Active or Clear");

  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Delete event sink" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete event sink" }).click();
  await expect(page.getByText(`“${name}” was deleted.`)).toBeVisible();
  await admin.delete(`/facility/${facility}`);
  receiver.stop();
});
