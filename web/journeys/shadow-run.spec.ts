// Actions are tried on old messages before they are saved, and a watcher is tried in test mode.
import { expectAccessible } from "./accessibility.ts";
import {
  createAction,
  createWatcher,
  enableWatcher,
  expect,
  extractConfig,
  openAs,
  test,
  unique,
  waitForLog,
} from "./portal-fixture.ts";

test("an edited pattern shows the message that it breaks before it is saved", async ({ page, admin, mail }) => {
  const mailboxAddress = await mail.createMailbox("tried");
  await mail.deliver(mailboxAddress, "Short", "Strike lat 34.7");
  await mail.deliver(mailboxAddress, "Long", "Strike latitude 34.8");
  const watcher = await createWatcher(admin, { name: unique("Tried"), mailboxAddress });
  const fields = { actionType: "TextExtract", config: extractConfig("lat(?:itude)? (\\S+)") };
  const action = await createAction(admin, watcher, "Extract", fields);

  await openAs(page, "admin", `/portal/watchers/${watcher}/actions/${action}`);
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  await page.getByLabel("Config as JSON").fill(JSON.stringify(extractConfig("lat (\\S+)")));
  await expect(page.getByText("No problems found.")).toBeVisible();
  await page.getByLabel("Folder", { exact: true }).fill("Inbox");
  await page.getByRole("button", { name: "Try on old messages" }).click();
  await expect(page.getByText("2 messages tried: 1 would fail, 1 unchanged.")).toBeVisible();
  const row = page.getByRole("row", { name: /^Long/ });
  await expect(row).toContainText("Would fail");
  await row.getByText("2 differences").click();
  await expect(row).toContainText("Before");
  await expectAccessible(page);

  await page.getByLabel("Folder", { exact: true }).fill("Nowhere");
  await page.getByRole("button", { name: "Try on old messages" }).click();
  await expect(page.getByLabel("Folder", { exact: true })).toHaveAccessibleDescription(/not found/);
  const saved = await (await admin.get(`/mailbox-watcher/${watcher}/action/${action}`)).json();
  expect(saved.config.Fields.Latitude.Pattern).toBe("lat(?:itude)? (\\S+)");
});

test("a watcher in test mode leaves its message in the folder", async ({ page, admin, mail }) => {
  const mailboxAddress = await mail.createMailbox("test-mode");
  const name = unique("Test mode");
  const watcher = await createWatcher(admin, { name, mailboxAddress });
  await createAction(admin, watcher, "Note");

  await openAs(page, "admin", `/portal/watchers/${watcher}`);
  await page.getByRole("button", { name: "Turn on test mode" }).click();
  await expect(page.getByText(/^Test mode is on:/)).toBeVisible();
  await expectAccessible(page);
  await enableWatcher(admin, watcher);
  const subject = unique("Sample");
  await mail.deliver(mailboxAddress, subject);
  await waitForLog(admin, { jobId: watcher, status: "Success" });
  await page.goto("/portal/log");
  const row = page.getByRole("button", { name: new RegExp(subject) });
  await expect(row).toContainText("Success");
  await expect(row).toContainText("Test");
  await row.click();
  await expect(page.getByText("Left in the folder")).toBeVisible();
});
