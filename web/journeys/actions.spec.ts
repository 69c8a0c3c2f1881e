import type { Page } from "@playwright/test";
import {
  createAction,
  createWatcher,
  expect,
  extractConfig,
  openAs,
  test,
  unique,
  waitForLog,
} from "./portal-fixture.ts";

/** The names in order, with the line between the phases as “|”. */
async function order(page: Page): Promise<string[]> {
  return page
    .locator(".action-list > li")
    .evaluateAll((items) => items.map((item) => item.querySelector("h2 a")?.textContent ?? "|"));
}

test("actions are reordered by keyboard, across the phase line", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Ordered"), mailboxAddress: "storm@demo.example" });
  for (const name of ["One", "Two", "Three"]) await createAction(admin, id, name);
  await openAs(page, "admin", `/portal/watchers/${id}/actions`);
  await expect.poll(() => order(page)).toEqual(["One", "Two", "Three", "|"]);

  const handle = page.getByRole("button", { name: "Move One" });
  await handle.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => order(page)).toEqual(["Two", "One", "Three", "|"]);
  await expect(page.getByText("“One” is now at position 2 of 3, in phase 1.")).toBeAttached();
  await expect(handle).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("“One” is now at position 3 of 3, in phase 1.")).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("“One” is now at position 3 of 3, in phase 2.")).toBeAttached();
  await expect.poll(() => order(page)).toEqual(["Two", "Three", "|", "One"]);
  await page.reload();
  await expect.poll(() => order(page)).toEqual(["Two", "Three", "|", "One"]);
});

test("an action is dragged across the phase line", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Dragged"), mailboxAddress: "storm@demo.example" });
  for (const name of ["One", "Two"]) await createAction(admin, id, name);
  await openAs(page, "admin", `/portal/watchers/${id}/actions`);
  await expect.poll(() => order(page)).toEqual(["One", "Two", "|"]);
  await page.getByRole("button", { name: "Move One" }).hover();
  const line = await page.locator(".phase-line").boundingBox();
  await page.mouse.down();
  await page.mouse.move((line?.x ?? 0) + 30, (line?.y ?? 0) + (line?.height ?? 0) + 60, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByText("“One” is now at position 2 of 2, in phase 2.")).toBeAttached();
  await expect.poll(() => order(page)).toEqual(["Two", "|", "One"]);
});

test("a config is edited as a form and as JSON, validated, and copied", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Edited"), mailboxAddress: "storm@demo.example" });
  const action = await createAction(admin, id, "Note");
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}`);
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  const raw = page.getByLabel("Config as JSON");
  await raw.fill("{");
  await expect(raw).toHaveAccessibleDescription(/not valid JSON/);
  await raw.fill('{"Op": {"Action": "Jump"}}');
  await expect(page.locator(".result-list").getByText("Op.Action")).toBeVisible();
  await raw.fill('{"Op": {"Action": "Copy"}, "FieldMap": {"Sender": "$.Message.From"}}');
  await expect(page.getByText("No problems found.")).toBeVisible();
  await page.getByRole("button", { name: "Edit as form" }).click();
  await expect(page.getByLabel("Sender")).toHaveValue("$.Message.From");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("“Note” was saved.")).toBeVisible();
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Note (copy)" })).toBeVisible();
});

test("a copy of an action asks for its secrets", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Copied"), mailboxAddress: "storm@demo.example" });
  const headers = { "X-Key": "very-secret", "X-Other": "also-secret" };
  const action = await createAction(admin, id, "Call", {
    actionType: "Http",
    config: { Op: { Action: "Post", Url: "https://api.example.com/x", Headers: headers } },
  });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}`);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Copy an action" })).toBeVisible();
  const [key, other] = [page.getByLabel("X-Key", { exact: true }), page.getByLabel("X-Other", { exact: true })];
  for (const field of [key, other]) {
    await expect(field).toHaveValue("");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/It was not copied/);
  }
  await key.fill("new-key");
  await page.getByRole("button", { name: "Add action" }).click();
  await expect(other).toHaveAccessibleDescription(/The value is empty/);
  await expect(other).toBeFocused();
  await other.fill("new-other");
  await page.getByRole("button", { name: "Add action" }).click();
  await expect(page.getByText("“Call (copy)” was added.")).toBeVisible();
});

test("a stored header is asked for again when the URL points to another host", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Moved"), mailboxAddress: "storm@demo.example" });
  const action = await createAction(admin, id, "Call", {
    actionType: "Http",
    config: { Op: { Action: "Post", Url: "https://api.example.com/x", Headers: { "X-Key": "very-secret" } } },
  });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}`);
  const key = page.getByLabel("X-Key", { exact: true });
  await expect(page.getByText("A value is stored. To replace it, enter a new one.")).toBeVisible();
  await page.getByLabel("Url", { exact: true }).fill("https://other.example.com/x");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(key).toHaveAccessibleDescription(/Enter the value of X-Key again/);
  await key.focus();
  await page.keyboard.type("new-key");
  await expect(key).toHaveValue("new-key");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("“Call” was saved.")).toBeVisible();
});

test("Enter adds a name to a map instead of saving the action", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Named"), mailboxAddress: "storm@demo.example" });
  const action = await createAction(admin, id, "Read", {
    actionType: "TextExtract",
    config: extractConfig("Latitude ([0-9.]+)"),
  });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}`);
  const newName = page.getByLabel("Name of new entry in Fields");
  await newName.fill("Longitude");
  await newName.press("Enter");
  await expect(page.getByRole("group", { name: "Longitude" }).getByLabel("Pattern")).toBeFocused();
  await expect(newName).toHaveValue("");
  await newName.fill("Longitude ");
  await newName.press("Enter");
  await expect(newName).toHaveAccessibleDescription(/Fields already has Longitude/);
  await expect(newName).toBeFocused();
  await expect(page.getByText("“Read” was saved.")).toHaveCount(0);
});

test("an operator cannot edit, and a viewer cannot retry", async ({ page, admin, mail }) => {
  const address = await mail.createMailbox("roles");
  const id = await createWatcher(admin, { name: unique("Roles"), mailboxAddress: address });
  const action = await createAction(admin, id, "Note");
  await admin.post(`/mailbox-watcher/${id}/enable`);
  const subject = unique("Roles mail");
  await mail.deliver(address, subject);

  await openAs(page, "operator", `/portal/watchers/${id}`);
  await expect(page.getByRole("button", { name: /^Disable/ })).toBeVisible();
  await expect(page.locator("main form")).toHaveCount(0);
  await page.goto(`/portal/watchers/${id}/actions`);
  await expect(page.getByRole("link", { name: "Note" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Move Note" })).toHaveCount(0);
  await page.goto(`/portal/watchers/${id}/actions/${action}`);
  await expect(page.getByLabel("Config")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  expect((await page.request.put(`/mailbox-watcher/${id}/action/${action}`, { data: {} })).status()).toBe(403);
  await waitForLog(admin, { jobId: id, status: "Success" });
  await page.goto(`/portal/log?jobId=${id}`);
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  await expect(page.getByRole("button", { name: "Retry", exact: true })).toBeVisible();

  await openAs(page, "viewer", `/portal/log?jobId=${id}`);
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  await expect(page.getByText("What happened")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry", exact: true })).toHaveCount(0);
  const { items } = (await (await page.request.get(`/mailbox-watcher/log?jobId=${id}`)).json()) as {
    items: { id: number }[];
  };
  expect((await page.request.post(`/mailbox-watcher/log/${items[0]?.id}/retry`)).status()).toBe(403);
});
