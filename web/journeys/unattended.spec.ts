import {
  createAction,
  createWatcher,
  enableWatcher,
  expect,
  extractConfig,
  openAs,
  refreshBalance,
  SHORTLY,
  test,
  unique,
  waitForLog,
} from "./portal-fixture.ts";

test("an operator dismisses a failed message", async ({ page, admin, mail }) => {
  const subject = unique("Newsletter");
  const address = await mail.createMailbox("dismiss");
  const id = await createWatcher(admin, { name: unique("Dismissed"), mailboxAddress: address });
  await createAction(admin, id, "Extract", { actionType: "TextExtract", config: extractConfig("at (\\d+)") });
  await enableWatcher(admin, id);
  await mail.deliver(address, subject);
  await waitForLog(admin, { jobId: id, status: "Failed" });
  await openAs(page, "operator", `/portal/log?jobId=${id}`);
  const row = page.getByRole("button", { name: subject });
  await expect(row).toContainText("Failed");
  await row.click();
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Dismiss this message?" });
  await question.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText(/Dismissed by operator .* ago|Dismissed by operator now/)).toBeVisible();
  await expect(row).toContainText("Dismissed");
  await expect(page.getByRole("button", { name: "Dismiss", exact: true })).toBeHidden();
});

test("missing messages are listed and replayed", async ({ page, admin, mail }) => {
  const address = await mail.createMailbox("missing");
  const id = await createWatcher(admin, { name: unique("Restored"), mailboxAddress: address });
  await createAction(admin, id, "Note");
  await enableWatcher(admin, id);
  await mail.deliver(address, "Filed before the restore", "x", "Inbox/Processed");
  await openAs(page, "viewer", `/portal/watchers/${id}/balance`);
  await expect(page.getByText("In Processed, but not in the log.")).toBeVisible();
  await expect(page.getByText("1 message is in the mailbox, but not in the log.")).toBeVisible();
  await expect(page.getByText("No differences")).toBeHidden();
  await expect(page.getByRole("button", { name: "Replay missing messages" })).toBeHidden();
  await openAs(page, "operator", `/portal/watchers/${id}/balance`);
  await page.getByRole("button", { name: "Replay missing messages" }).click();
  await expect(page.getByText("1 message queued. Follow the progress in the log.")).toBeVisible();
  await expect(async () => {
    await refreshBalance(page);
    await expect(page.getByText("No differences")).toBeVisible(SHORTLY);
  }).toPass();
});

test("verifying the sender needs a domain, and the settings are kept", async ({ page, admin, mail }) => {
  const address = await mail.createMailbox("verified");
  const id = await createWatcher(admin, { name: unique("Verified"), mailboxAddress: address });
  await openAs(page, "admin", `/portal/watchers/${id}`);
  await page.getByLabel("Verify the sender").selectOption("Dmarc");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter the sender’s domain, such as vendor.example.")).toBeVisible();
  await page.getByLabel("Sender contains").fill("vendor.example");
  await page.getByLabel("Leave other messages alone").check();
  await page.getByLabel("Expect a message every (minutes)").fill("60");
  await page.getByLabel("Resume automatically").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("was saved.")).toBeVisible();
  const saved = await (await admin.get(`/mailbox-watcher/${id}`)).json();
  expect(saved).toMatchObject({
    fromFilter: "vendor.example",
    senderAuthentication: "Dmarc",
    leaveUnmatched: true,
    expectEveryMinutes: 60,
    resume: "Automatic",
  });
});
