import { expectNoAxeViolations, expectNoSidewaysScroll, SMALL_PHONE } from "./accessibility.ts";
import { createWatcher, expect, openAs, test, unique } from "./portal-fixture.ts";

test("a mail format is previewed and replaces the patterns of the workflow", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Format"), mailboxAddress: "storm@demo.example" });
  const layouts: { name: string; title: string; config: object }[] = await (
    await admin.get("/workflow/layouts")
  ).json();
  await page.setViewportSize(SMALL_PHONE);
  await openAs(page, "admin", `/portal/watchers/${id}/gallery`);
  const format = page.getByLabel("Mail format", { exact: true });
  const sample = page.getByRole("region", { name: "Example of this mail format" });
  await expect(format.locator("option")).toHaveCount(layouts.length + 1);
  await expect(sample).toHaveCount(0);
  await format.selectOption({ label: "CSV lines without a header" });
  await expect(page.getByText("directly below each other")).toBeVisible();
  await expect(sample).toContainText("ALERT,05/21/2025 16:42:53,Ground,34.7283,-86.5477");
  await format.selectOption({ label: "HTML table" });
  await expect(sample).toContainText('<td align="right">34.7290&deg;</td>');
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await format.selectOption({ label: "Lines with | between the values" });
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByText("“Lightning ingest” was added with 2 actions.")).toBeVisible();
  const actions: { name: string; config: object }[] = await (await admin.get(`/mailbox-watcher/${id}/action`)).json();
  const pipe = layouts.find(({ name }) => name === "pipe");
  expect(actions.map(({ name }) => name)).toEqual(["Extract strikes", "Store strikes"]);
  expect(actions[0]?.config).toEqual(pipe?.config);
});

test("a watcher of status changes has workflows of its own", async ({ page, admin }) => {
  const response = await admin.post("/mailbox-watcher", { data: { kind: "StatusEvent", name: unique("Chat") } });
  const { id }: { id: number } = await response.json();
  await openAs(page, "admin", `/portal/watchers/${id}/actions`);
  await page.getByRole("link", { name: "Start from a ready workflow" }).click();
  await expect(page.getByRole("radio")).toHaveCount(2);
  await page.getByLabel("Chat message when a status changes").check();
  await page.getByRole("textbox", { name: "Webhook URL of the channel" }).fill("https://chat.example/hook");
  await page.getByRole("textbox", { name: "Chat platform" }).fill("Slack");
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByText("“Chat message when a status changes” was added with 1 action.")).toBeVisible();
  const [action]: { config: { Op: object } }[] = await (await admin.get(`/mailbox-watcher/${id}/action`)).json();
  expect(action?.config.Op).toMatchObject({ Platform: "Slack", Url: "••••" });
});

test("a workflow template asks for its settings and adds its actions", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Ready"), mailboxAddress: "storm@demo.example" });
  await openAs(page, "admin", `/portal/watchers/${id}/actions`);
  await page.getByRole("link", { name: "Start from a ready workflow" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ready workflows" })).toBeVisible();
  await page.getByLabel("Lightning ingest with facility mail").check();
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByRole("textbox", { name: "Recipients" })).toBeFocused();
  await expect(page.getByText("This field is required.")).toBeVisible();
  await page.getByRole("textbox", { name: "Recipients" }).fill("not an address");
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByText("is not a comma-separated list of email addresses")).toBeVisible();
  await page.getByRole("textbox", { name: "Recipients" }).fill("crew@demo.example");
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByText("“Lightning ingest with facility mail” was added with 5 actions.")).toBeVisible();
  await expect(page.locator(".action-list h2 a")).toHaveText([
    "Extract strikes",
    "Store strikes",
    "Settings",
    "Calculate threat per facility",
    "Send facility mail",
  ]);
  await expect(page.getByRole("link", { name: "Start from a ready workflow" })).toHaveCount(0);

  // An edited mail template keeps its line breaks.
  await page.getByRole("link", { name: "Send facility mail" }).click();
  const text = page.getByLabel("Text optional").first();
  const before = await text.inputValue();
  await text.fill(`${before}Look up.\n`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator(".notice.good")).toContainText("was saved");
  const actions: { name: string; config: { Op: { Text?: string } } }[] = await (
    await admin.get(`/mailbox-watcher/${id}/action`)
  ).json();
  expect(actions.find(({ name }) => name === "Send facility mail")?.config.Op.Text).toBe(`${before}Look up.\n`);
  expect(before.split("\n").length).toBeGreaterThan(20);
});
