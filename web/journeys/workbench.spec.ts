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
} from "./portal-fixture.ts";

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

  await openAs(page, "admin", `/portal/log?jobId=${id}&status=Failed`);
  await expect(async () => {
    await page.reload();
    await page.getByRole("button", { name: new RegExp(subject) }).click({ timeout: 1_000 });
  }).toPass();
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
  await expect(page.getByText("record 0, Latitude: 71 instead of 34.71")).toBeVisible();
  await page.getByRole("button", { name: "Save anyway (1 of 1 sample differs)" }).click();
  await expect(page.locator(".notice.good")).toContainText('sample "May storm": record 0');
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
  await expect.poll(failed, { timeout: 60_000 }).toBe(5);
  await admin.put(`/mailbox-watcher/${id}/action/${action}`, {
    data: { name: "Read", actionType: "TextExtract", config: extractConfig("Latitude ([0-9.]+)") },
  });

  await openAs(page, "operator", `/portal/log?jobId=${id}&status=Failed`);
  await page.getByRole("button", { name: "Retry all matching messages" }).click();
  await page.getByRole("dialog", { name: "Retry 5 messages?" }).getByRole("button", { name: "Retry messages" }).click();
  await expect(page.getByText("5 of 5 retried.")).toBeVisible();
  await expect.poll(failed, { timeout: 60_000 }).toBe(0);
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
  await openAs(page, "viewer", "/portal/log");
  await page.getByRole("link", { name: "Explain a message" }).click();
  await expect(async () => {
    await page.getByLabel("Subject, sender or message ID").fill(subject);
    await page.getByRole("button", { name: "Explain" }).click();
    await expect(page.getByText(/skipped this message: the subject does not contain/)).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await page.getByLabel("Subject, sender or message ID").fill(unique("never sent"));
  await page.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByRole("heading", { name: "Message not found" })).toBeVisible();
});
