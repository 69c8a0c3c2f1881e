import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolations } from "./accessibility.ts";
import {
  badge,
  createAction,
  createWatcher,
  enableWatcher,
  expect,
  expectHeading,
  extractConfig,
  openAs,
  test,
  unique,
  waitForLog,
} from "./portal-fixture.ts";
import { dragOver } from "./select-value.ts";

const TEXT = "Strike near the pool. Latitude 34.71";

test("a failed extraction is fixed in the workbench and retried", async ({ page, admin, mail }) => {
  const [address, subject] = [await mail.createMailbox("broken"), unique("Strike")];
  const id = await createWatcher(admin, { name: unique("Broken"), mailboxAddress: address });
  await createAction(admin, id, "Read strikes", {
    actionType: "TextExtract",
    config: extractConfig("Latitud: ([0-9.]+)"),
  });
  await enableWatcher(admin, id);
  await mail.deliver(address, subject, TEXT);

  await waitForLog(admin, { jobId: id, status: "Failed" });
  await openAs(page, "admin", `/portal/log?jobId=${id}&status=Failed`);
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  await expect(page.locator(".notice.bad")).toContainText("Latitud: ([0-9.]+)");
  await page.getByRole("link", { name: "Open in workbench" }).click();

  await expectHeading(page, "Workbench: Read strikes");
  await expect(page.getByText("Would fail")).toBeVisible();
  await expect(page.locator(".highlighted-text")).toContainText(TEXT);
  await page.getByLabel("Pattern", { exact: true }).fill("Latitude ([0-9.]+)");
  await expect(badge(page, "1 record found")).toBeVisible();
  await expect(page.locator(".highlighted-text mark")).toHaveText("34.71");
  await expect(page.getByRole("cell", { name: "34.71" })).toBeVisible();
  await page.getByLabel("Sample name").fill("The first strike");
  await page.getByRole("button", { name: "Save with this text as a sample" }).click();
  await expect(page.getByText("with “The first strike” as a sample.")).toBeVisible();
  await expect(page.getByText("Same records")).toBeVisible();

  await page.getByRole("link", { name: /^Go to message/ }).click();
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(page.locator(".message-summary")).toContainText("processed this message");
  await expect(page.getByText("Moved to Processed and marked as read.")).toBeVisible();
});

test("a sample with other records is reported before and after saving", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Sampled"), mailboxAddress: "storm@demo.example" });
  const action = await createAction(admin, id, "Read strikes", {
    actionType: "TextExtract",
    config: extractConfig("Latitude ([0-9.]+)"),
  });
  await admin.post(`/mailbox-watcher/${id}/action/${action}/sample`, { data: { name: "May storm", text: TEXT } });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench`);
  await page.getByLabel("Message text").fill("Strike <img src=x onerror=alert(1)> Latitude 9");
  await expect(page.locator(".highlighted-text mark")).toHaveText("9");
  await expect(page.locator(".highlighted-text img")).toHaveCount(0);
  await page.getByLabel("Pattern", { exact: true }).fill("Latitude 34.([0-9]+)");
  await expect(page.getByText("record 1, Latitude: 71 instead of 34.71")).toBeVisible();
  await page.getByRole("button", { name: "Save anyway (1 of 1 sample differs)" }).click();
  await expect(page.locator(".notice.good")).toContainText('sample "May storm": record 1');

  await page.getByRole("button", { name: "Update expected result of May storm" }).click();
  await expect(page.locator(".notice.good")).toContainText("“May storm” now expects the records of these patterns");
  await expect(page.getByText("Same records")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
  const samples = await (await admin.get(`/mailbox-watcher/${id}/action/${action}/sample`)).json();
  expect(samples).toMatchObject([{ name: "May storm", text: TEXT, expected: { Items: [{ Latitude: 71 }] } }]);
});

test("all messages of a filter are retried, with progress", async ({ page, admin, mail }) => {
  const address = await mail.createMailbox("many");
  const id = await createWatcher(admin, { name: unique("Many"), mailboxAddress: address });
  const action = await createAction(admin, id, "Read", {
    actionType: "TextExtract",
    config: extractConfig("Nowhere ([0-9]+)"),
  });
  await enableWatcher(admin, id);
  for (let number = 1; number <= 5; number += 1) await mail.deliver(address, `Strike ${number}`, TEXT);
  const failed = async () =>
    ((await (await admin.get(`/mailbox-watcher/log?jobId=${id}&status=Failed`)).json()) as { items: unknown[] }).items
      .length;
  await expect.poll(failed).toBe(5);
  await admin.put(`/mailbox-watcher/${id}/action/${action}`, {
    data: { name: "Read", actionType: "TextExtract", config: extractConfig("Latitude ([0-9.]+)") },
  });

  await openAs(page, "operator", `/portal/log?jobId=${id}&status=Failed`);
  await page.getByRole("button", { name: "Retry all matching messages" }).click();
  await page.getByRole("dialog", { name: "Retry 5 messages?" }).getByRole("button", { name: "Retry messages" }).click();
  await expect(page.getByText("5 of 5 retried.")).toBeVisible();
  await expect.poll(failed).toBe(0);
});

test("a message is explained by its subject, found or not", async ({ page, admin, mail }) => {
  const [address, subject] = [await mail.createMailbox("explain"), unique("Where is it")];
  const id = await createWatcher(admin, {
    name: unique("Explain"),
    mailboxAddress: address,
    subjectFilter: "nothing like it",
  });
  await enableWatcher(admin, id);
  await mail.deliver(address, subject);
  await waitForLog(admin, { jobId: id, status: "Skipped" });
  await openAs(page, "viewer", "/portal/log");
  await page.getByRole("link", { name: "Explain a message" }).click();
  await page.getByLabel("Subject, file name, sender or message ID").fill(subject);
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByText(/skipped this message: the subject does not contain/)).toBeVisible();
  await page.getByLabel("Subject, file name, sender or message ID").fill(unique("never sent"));
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByRole("heading", { name: "Message not found" })).toBeVisible();
});

const CSV = `Dear customer,
your lightning report:

Time,Type,Lat,Lon
2025-08-07 12:44:50,CG,34.7283,-86.5477
2025-08-07 12:45:12,IC,34.7301,-86.5502
2025-08-07 12:46:03,CG,34.7312,-86.5519
2025-08-07 12:46:30,CG,34.7350,-86.5531

Storm Vendor`;

const HTML_TABLE = `<html><body><h2>Strikes</h2><table>
<tr><th>Alert</th><th>Latitude</th><th>Longitude</th></tr>
<tr><td><b>Lightning Alert</b></td><td>34.7290&deg;</td><td>&minus;86.5849&deg;</td></tr>
<tr><td><b>Lightning Warning</b></td><td>34.7402&deg;</td><td>&minus;86.5911&deg;</td></tr>
</table><p>Questions? Call us.</p></body></html>`;

/** An action whose patterns match none of the messages here. */
async function openWorkbench(page: Page, admin: APIRequestContext): Promise<void> {
  const id = await createWatcher(admin, { name: unique("Bench"), mailboxAddress: "storm@demo.example" });
  const action = await createAction(admin, id, "Read strikes", {
    actionType: "TextExtract",
    config: extractConfig("Nowhere ([0-9.]+)"),
  });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench`);
}

async function useSuggestedRecords(page: Page, count: number): Promise<void> {
  const suggested = page.locator(".layout-choice.suggested");
  await expect(suggested).toContainText(`${count} records`);
  await suggested.getByRole("button", { name: "Use this" }).click();
  await expect(page.locator(".layout-choice.used").getByRole("button", { name: "In use" })).toBeFocused();
  await expect(page.locator(".highlighted-text .scope").first()).toBeVisible();
}

async function readAs(
  page: Page,
  value: string,
  name: string,
  found: string,
  button = "Read this as a field",
): Promise<void> {
  const panel = page.getByRole("region", { name: "Selected value" });
  await dragOver(page, value);
  await panel.getByRole("button", { name, exact: true }).click();
  await panel.getByRole("button", { name: button }).click();
  await expect(panel.getByText(found)).toBeVisible();
  await expect(page.getByTitle(`${name}, record 1`)).toBeVisible();
}

test("a CSV mail is set up by pointing at its values", async ({ page, admin }) => {
  await openWorkbench(page, admin);
  await page.getByLabel("Message text").fill(CSV);
  await expect(badge(page, "Would fail")).toBeVisible();
  await useSuggestedRecords(page, 4);
  await expect(page.locator(".outside").first()).toContainText("Dear customer");
  await expect(page.locator(".layout-choice.used")).toContainText("A message without this header fails");
  await expect(page.getByLabel("Header optional", { exact: true })).toHaveValue("Time,Type,Lat,Lon");

  await readAs(page, "34.7283", "Latitude", "Found in 4 of 4 records: 34.7283, 34.7301", "Replace Latitude");
  await readAs(page, "86.5477", "Longitude", "Found in 4 of 4 records: -86.5477, -86.5502");
  await readAs(page, "2025-08-07 12:44:50", "Timestamp", "Found in 4 of 4 records");
  await expectNoAxeViolations(page);

  await expect(badge(page, "4 records found")).toBeVisible();
  await expect(page.getByRole("cell", { name: "-86.5531" })).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("“Read strikes” was saved.")).toBeVisible();

  const swapped = CSV.replace("Lat,Lon", "Lon,Lat").replaceAll(/(34\.\d+),(-86\.\d+)/g, "$2,$1");
  await page.getByLabel("Message text").fill(swapped);
  await expect(badge(page, "Would fail")).toBeVisible();
  await expect(page.getByText("but line 4 is “Time,Type,Lon,Lat”")).toBeVisible();
});

test("an HTML table is set up from a file", async ({ page, admin }) => {
  await openWorkbench(page, admin);
  const file = page.getByLabel("Open a text, CSV or HTML file");
  await file.setInputFiles({ name: "alert.eml", mimeType: "message/rfc822", buffer: Buffer.from("Subject: x") });
  await expect(page.getByText("choose it from the log")).toBeVisible();
  await file.setInputFiles({ name: "alert.html", mimeType: "text/html", buffer: Buffer.from(HTML_TABLE) });
  await expect(page.getByText("This is HTML source")).toBeVisible();
  await useSuggestedRecords(page, 2);
  await expect(page.getByLabel("Source")).toHaveValue("$._RawBody");
  await expect(page.getByText("This is HTML source")).toHaveCount(0);

  await readAs(page, "34.7290", "Latitude", "Found in 2 of 2 records: 34.729, 34.7402", "Replace Latitude");
  await readAs(page, "86.5849", "Longitude", "Found in 2 of 2 records: -86.5849, -86.5911");
  await expect(badge(page, "2 records found")).toBeVisible();

  await page.getByRole("button", { name: "Edit as JSON" }).click();
  await readAs(page, "Lightning Alert", "Name", "Found in 2 of 2 records: Lightning Alert, Lightning Warning");
  await expect(page.getByLabel("Config as JSON")).toHaveValue(/"Name": \{/);
});

test("a value is selected and named with the keyboard alone", async ({ page, admin }) => {
  await openWorkbench(page, admin);
  await page.getByLabel("Message text").fill(CSV);
  await useSuggestedRecords(page, 4);
  const text = page.getByRole("application", { name: "Text of the message" });
  await expect(page.locator(".scope").first()).toBeVisible();
  for (let steps = 0; steps < 30 && !(await text.evaluate((region) => region === document.activeElement)); steps += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("Press an arrow key to select a word first.")).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("2025-08-07, record 1", { exact: true })).toBeAttached();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByText("2025-08-07 12:44:50, record 1", { exact: true })).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Field name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(text).toBeFocused();
  await expect(page.getByLabel("Field name")).toHaveCount(0);

  for (const key of ["End", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
  await expect(page.getByText("-86.5477, record 1", { exact: true })).toBeAttached();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Longitude");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Found in 4 of 4 records: -86.5477")).toBeVisible();
  await expect(page.getByRole("button", { name: "Done" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(text).toBeFocused();
  await expect(page.locator(".highlighted-text mark").first()).toHaveText("-86.5477");
});

test("records that a close pattern swallows are shown as unread", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Swallowed"), mailboxAddress: "storm@demo.example" });
  const action = await createAction(admin, id, "Read strikes", {
    actionType: "TextExtract",
    config: {
      Op: { Action: "Extract", Source: "$.BodyText" },
      Segment: { StartPattern: String.raw`(?m)^\d{4}-`, ClosePattern: String.raw`\n\s*\n` },
      Fields: { Latitude: { Pattern: "(?:[^,]*,){2}([^,]*)", Type: "number", Required: true } },
    },
  });
  await admin.post(`/mailbox-watcher/${id}/action/${action}/sample`, { data: { name: "Four strikes", text: CSV } });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench`);
  await page.getByLabel("Message text").fill(CSV);
  await expect(page.locator(".badge.bad", { hasText: "1 record found, 3 unread" })).toBeVisible();
  await expect(page.getByText("3 records start inside another record and are not read")).toBeVisible();
  await expect(page.locator(".highlighted-text .unread")).toHaveText(["2025-", "2025-", "2025-"]);
  await expect(page.locator(".legend")).toContainText("Unread: a record starts here but is part of another record");
  await expect(page.locator(".badge.bad", { hasText: /3 unread$/ }).last()).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByLabel("ClosePattern").fill("");
  await expect(badge(page, "4 records found")).toBeVisible();
  await expect(page.locator(".highlighted-text .unread")).toHaveCount(0);
});
