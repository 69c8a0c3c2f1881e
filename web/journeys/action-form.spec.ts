// The form of an action: rows of a condition, pickers, and what later actions need.
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoSidewaysScroll, SMALL_PHONE } from "./accessibility.ts";
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

async function configOf(admin: APIRequestContext, watcher: number, action: number): Promise<unknown> {
  const response = await admin.get(`/mailbox-watcher/${watcher}/action/${action}`);
  return ((await response.json()) as { config: unknown }).config;
}

async function save(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByText(`“${name}” was saved.`)).toBeVisible();
}

function comparison(page: Page, number: number): Locator {
  return page.getByRole("group", { name: `Comparison ${number}` });
}

test("a condition is edited as rows of path, operator and value", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Rows"), mailboxAddress: "storm@demo.example" });
  const config = {
    Op: { Action: "Continue" },
    When: {
      All: [
        { Path: "$.Extract.Count", Is: "Greater", Value: 0 },
        { Path: "$.Extract.Items[*].Type", Is: "In", Value: ["Ground", "Cloud"] },
        { Path: "$.Feed", Is: "Equals", Value: { Healthy: true } },
      ],
    },
  };
  const action = await createAction(admin, id, "Only strikes", { actionType: "Condition", config });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}`);
  await expect(comparison(page, 1).getByLabel("Operator")).toHaveValue("Greater");
  await expect(comparison(page, 2).getByLabel("Values, one per line")).toHaveValue("Ground\nCloud");
  await save(page, "Only strikes");
  expect(await configOf(admin, id, action)).toEqual(config);

  await comparison(page, 1).getByLabel("Value", { exact: true }).fill("2.5");
  await comparison(page, 2).getByLabel("Operator").selectOption({ label: "has a value" });
  await expect(comparison(page, 2).getByLabel("Value")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove comparison 3" }).click();
  await page.getByRole("button", { name: "Add a comparison" }).click();
  await expect(comparison(page, 3).getByLabel("Path", { exact: true })).toBeFocused();
  await page.keyboard.type("Message.Subject");
  await expect(comparison(page, 3).getByLabel("Path", { exact: true })).toHaveAccessibleDescription(
    /does not start with/,
  );
  await comparison(page, 3).getByLabel("Path", { exact: true }).fill("$.Message.Subject");
  await comparison(page, 3).getByLabel("Operator").selectOption({ label: "matches the pattern" });
  await comparison(page, 3).getByLabel("Value", { exact: true }).fill("(?i)strike");
  await page.getByLabel("Condition is met if").selectOption("Any");
  await save(page, "Only strikes");
  expect(await configOf(admin, id, action)).toEqual({
    Op: { Action: "Continue" },
    When: {
      Any: [
        { Path: "$.Extract.Count", Is: "Greater", Value: 2.5 },
        { Path: "$.Extract.Items[*].Type", Is: "Exists" },
        { Path: "$.Message.Subject", Is: "Matches", Value: "(?i)strike" },
      ],
    },
  });
  await expectNoAxeViolations(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoSidewaysScroll(page);
});

test("paths, tables and columns are offered, and a typo is reported", async ({ page, admin, mail }) => {
  const [address, subject] = [await mail.createMailbox("picked"), unique("Lightning alert")];
  const id = await createWatcher(admin, { name: unique("Picked"), mailboxAddress: address });
  await enableWatcher(admin, id);
  await mail.deliver(address, subject);
  await waitForLog(admin, { jobId: id, status: "Success" });
  await createAction(admin, id, "Read strikes", { actionType: "TextExtract", config: extractConfig("([0-9.]+)") });
  const action = await createAction(admin, id, "Store strikes", {
    actionType: "Sql",
    config: { Op: { Action: "Merge", Target: "LightningStrike", Source: "$.Extract.Items" }, MatchOn: ["Latitude"] },
  });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}`);

  const offered = page.getByRole("listbox").getByRole("option");
  const source = page.getByRole("combobox", { name: "Source" });
  await source.fill("$.Extrct.Items");
  await expect(source).toHaveAccessibleDescription(
    /Neither the message nor an earlier action provides \$\.Extrct\.Items/,
  );
  await source.fill("extract items");
  await page.keyboard.press("ArrowDown");
  await expect(offered.and(page.locator("[aria-selected=true]"))).toContainText("$.Extract.Items");
  await page.keyboard.press("Enter");
  await expect(source).toHaveValue("$.Extract.Items");
  await expect(offered).toHaveCount(0);
  await expect(source).not.toHaveAccessibleDescription(/Neither/);

  await page.getByRole("combobox", { name: "Target" }).click();
  await expect(offered.filter({ hasText: "organization.Facility" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(offered).toHaveCount(0);

  const column = page.getByRole("combobox", { name: "Add a column to MatchOn" });
  await column.click();
  await offered.filter({ hasText: "Timestamp" }).click();
  await column.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Timestamp" })).toBeVisible();
  await column.fill("Lng");
  await column.press("Enter");
  await expect(page.getByText("The table data.LightningStrike has no column Lng.")).toBeVisible();
  await page.getByRole("button", { name: "Remove Lng" }).click();

  const mapped = page.getByRole("combobox", { name: "Name of new entry in FieldMap" });
  await mapped.fill("Name");
  await mapped.press("Enter");
  const name = page.getByRole("combobox", { name: "Name", exact: true });
  await expect(name).toBeFocused();
  await name.fill("$.Message.Subject");
  await expect(name).toHaveAccessibleDescription(`Example: ${subject}`);
  await expectNoAxeViolations(page);
  await save(page, "Store strikes");
  expect(await configOf(admin, id, action)).toEqual({
    Op: { Action: "Merge", Target: "LightningStrike", Source: "$.Extract.Items" },
    MatchOn: ["Latitude", "Timestamp"],
    FieldMap: { Name: "$.Message.Subject" },
  });
});

test("values of the mail are mapped, and only what the type of a field uses is shown", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Mapped"), mailboxAddress: "storm@demo.example" });
  const { Fields: _fields, ...config } = extractConfig("x") as { Fields: object };
  const fields = { Type: { Pattern: "Type: (.+)", Map: { CG: "Ground", "C.C": "5" } } };
  const action = await createAction(admin, id, "Read", {
    actionType: "TextExtract",
    config: { ...config, Fields: fields },
  });
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}`);
  const second = page.getByRole("group", { name: "Value 2" });
  await expect(second.getByLabel("Text in the mail")).toHaveValue("C.C");
  await expect(second.getByLabel("Value to store")).toHaveValue('"5"');
  await second.getByLabel("Value to store").press("Enter");
  const third = page.getByRole("group", { name: "Value 3" });
  await expect(third.getByLabel("Text in the mail")).toBeFocused();
  await page.keyboard.type("cg");
  await expect(third.getByLabel("Text in the mail")).toHaveAccessibleDescription(/listed twice/);
  await third.getByLabel("Text in the mail").fill("IC");
  await page.keyboard.press("Tab");
  await page.keyboard.type("7");
  await expect(third.getByLabel("Value to store")).toHaveAccessibleDescription(/Stored as a number/);
  await page.getByRole("button", { name: "Remove value 1" }).click();
  await page.getByLabel("MapDefault").fill("Unknown");

  await expect(page.getByLabel("TimeZone")).toHaveCount(0);
  const type = page.getByRole("combobox", { name: "Type", exact: false }).and(page.locator("select"));
  await type.selectOption("datetime");
  await page.getByLabel("TimeZone").fill("America/Chicago");
  await type.selectOption("string");
  await expect(page.getByLabel("TimeZone")).toHaveValue("America/Chicago");
  await page.getByLabel("TimeZone").fill("");
  await expectNoAxeViolations(page);
  await save(page, "Read");
  expect(await configOf(admin, id, action)).toEqual({
    ...config,
    Fields: { Type: { Pattern: "Type: (.+)", Map: { "C.C": "5", IC: 7 }, MapDefault: "Unknown", Type: "string" } },
  });
});

test("a form without lists takes any path, table and column", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Listless"), mailboxAddress: "storm@demo.example" });
  await page.route(/context-paths|workflow\/tables/, (route) => route.fulfill({ status: 404, json: {} }));
  await openAs(page, "admin", `/portal/watchers/${id}/actions/new`);
  await page.getByLabel("Action type").selectOption("Condition");
  await page.getByLabel("Name", { exact: true }).fill("Only some");
  await comparison(page, 1).getByLabel("Path", { exact: true }).fill("$.Anything");
  await comparison(page, 1).getByLabel("Value", { exact: true }).fill("x");
  await expect(page.getByText("No problems found.")).toBeVisible();
  await expect(page.locator(".warning")).toHaveCount(0);
  await page.getByRole("button", { name: "Add action" }).click();
  await expect(page.getByText("“Only some” was added.")).toBeVisible();
});

test("removing a field that a later action uses needs a confirmation", async ({ page, admin }) => {
  const id = await createWatcher(admin, { name: unique("Used"), mailboxAddress: "storm@demo.example" });
  const config = extractConfig("([0-9.]+)") as { Fields: object };
  const action = await createAction(admin, id, "Read strikes", {
    actionType: "TextExtract",
    config: { ...config, Fields: { ...config.Fields, Unused: { Pattern: "x" } } },
  });
  await createAction(admin, id, "Store strikes", {
    actionType: "Sql",
    config: { Op: { Action: "Merge", Target: "LightningStrike", Source: "$.Extract.Items" }, MatchOn: ["Latitude"] },
  });
  // The form asks only once it knows the later actions.
  const listed = page.waitForResponse((response) => response.url().endsWith(`/mailbox-watcher/${id}/action`));
  await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}`);
  await (await listed).finished();
  await page.getByRole("button", { name: "Remove Unused" }).click();
  await expect(page.getByRole("group", { name: "Unused" })).toHaveCount(0);

  const dialog = page.getByRole("dialog", { name: "“Store strikes” uses the field Latitude. Remove it anyway?" });
  await page.getByRole("button", { name: "Remove Latitude" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("group", { name: "Latitude" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Latitude" }).click();
  await dialog.getByRole("button", { name: "Remove Latitude" }).click();
  await expect(page.getByRole("group", { name: "Latitude" })).toHaveCount(0);
  await page.getByLabel("Name of new entry in Fields").fill("Longitude");
  await page.getByLabel("Name of new entry in Fields").press("Enter");
  await page.keyboard.type("x");
  await save(page, "Read strikes");
  await expect(page.locator(".warning-list")).toContainText("Latitude");

  const target = page.getByLabel("Target");
  await target.fill("$.Rows");
  await target.press("Enter");
  const rename = page.getByRole("dialog", { name: "“Store strikes” uses $.Extract. Rename it to $.Rows anyway?" });
  await rename.getByRole("button", { name: "Cancel" }).click();
  await expect(target).toHaveValue("");
  await target.fill("$.Rows");
  await target.blur();
  await rename.getByRole("button", { name: "Rename" }).click();
  await expect(target).toHaveValue("$.Rows");
});
