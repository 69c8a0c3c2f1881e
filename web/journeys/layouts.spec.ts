// For vendor layouts in docs/examples/extract: the mail fails with the default patterns, the values of its first strike are
// selected in the workbench, and the retried mail stores exactly the strikes of the layout. The action that was built stores
// the same strikes on PostgreSQL.
import type { APIRequestContext, Page } from "@playwright/test";
import {
  createWatcher,
  enableWatcher,
  expect,
  expectHeading,
  type MailProvider,
  openAs,
  test,
  unique,
  waitForLog,
} from "./portal-fixture.ts";
import { dragOver, expectPreviewed } from "./select-value.ts";
import { type StrikeField, type VendorLayout, vendorLayout } from "./vendor-layouts.mjs";

interface Proposal {
  name: string;
  source: string;
  count: number;
  samples: string[];
}

const FIELDS: StrikeField[] = ["Name", "Timestamp", "Type", "Latitude", "Longitude"];

/**
 * One of each kind of text that a person selects in. The page treats the other layouts alike: that each of them can be built from
 * its marked values is tested in crates/extract/tests/layouts/built_by_marking.rs, that each of them stores its strikes on both
 * databases in crates/workflow/tests/it/ready_layouts.rs.
 */
const KINDS = {
  "csv-attachment": "an attached file, with a header",
  dms: "values with quotes",
  "fixed-columns": "values with several spaces",
  forwarded: "quoted lines",
  german: "letters beyond ASCII",
  "html-cards": "nested tables, whose text is a competing source",
  "html-table": "markup, with entities in the values",
  "json-body": "values in quotes",
  "local-and-utc": "several lines, with two times in one of them",
  "outlook-nested": "the text of an HTML mail, with tabs",
  "vendor-codes": "values of one letter, which are mapped",
};

for (const [name, kind] of Object.entries(KINDS)) {
  const layout = vendorLayout(name);
  test(`the layout ${name} is built by selecting values: ${kind}`, async ({ page, admin, mail, postgres }) => {
    test.slow();
    const { id, action, log } = await receive({ admin, mail }, layout, "Failed");

    const proposed = page.waitForResponse("**/mailbox-watcher/suggest/layout");
    await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench?log=${log}`);
    await expectHeading(page, "Workbench: Extract strikes");
    const { layouts } = await (await proposed).json();
    await chooseRecords(page, layout, layouts);
    for (const field of FIELDS) await readAsField(page, layout, field);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.locator(".notice.good")).toContainText("saved");
    const config = await addSettings(admin, layout, `/mailbox-watcher/${id}/action/${action}`);

    expect((await admin.post(`/mailbox-watcher/log/${log}/retry`)).ok()).toBe(true);
    const copy = await receive(postgres, layout, "Success", config);
    await expectStrikes(postgres.admin, layout, copy.log);

    await expect.poll(async () => (await readLog(admin, log)).status).toBe("Success");
    await expectStrikes(admin, layout, log);
  });
}

/** A watcher with the ready workflow, and a message with the status. */
async function receive(
  { admin, mail }: { admin: APIRequestContext; mail: MailProvider },
  layout: VendorLayout,
  status: string,
  config?: object,
): Promise<{ id: number; action: number; log: number }> {
  const address = await mail.createMailbox(layout.name);
  const id = await createWatcher(admin, {
    name: unique(layout.name),
    mailboxAddress: address,
    includeAttachments: true,
  });
  const action = await importIngest(admin, id, config);
  await enableWatcher(admin, id);
  await mail.deliverFile(address, layout.mail);
  return { id, action, log: await waitForLog(admin, { jobId: id, status }) };
}

async function importIngest(admin: APIRequestContext, watcher: number, config?: object): Promise<number> {
  const [{ workflow }] = await (await admin.get("/workflow/gallery")).json();
  if (config !== undefined) workflow.actions[0].config = config;
  const response = await admin.post(`/mailbox-watcher/${watcher}/workflow`, { data: { workflow } });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json())[0].id;
}

interface LoggedMessage {
  status: string;
  steps: { name: string; result: unknown }[];
}

async function readLog(admin: APIRequestContext, log: number): Promise<LoggedMessage> {
  return (await admin.get(`/mailbox-watcher/log/${log}`)).json();
}

/** Chooses a proposal by its count and its first record, as a person does. */
async function chooseRecords(page: Page, layout: VendorLayout, layouts: Proposal[]): Promise<void> {
  const isRight = ({ source, count, samples }: Proposal) =>
    source === layout.source && count === layout.strikes.length && (samples[0] ?? "").includes(layout.marks.Name);
  const proposal = layouts.find(isRight);
  expect(proposal, JSON.stringify(layouts)).toBeDefined();
  const records = `${layout.strikes.length} records found`;
  const choice = page
    .locator(".layout-choice", { hasText: proposal?.name ?? "" })
    .filter({ hasText: records })
    .first();
  await expect(choice).toBeAttached();
  if (!(await choice.isVisible())) await page.getByText(/^More ways/).click();
  const use = choice.getByRole("button");
  if ((await use.getAttribute("aria-pressed")) !== "true") await use.click();
  await expect(page.getByRole("region", { name: "Values" })).toContainText(records);
}

async function readAsField(page: Page, layout: VendorLayout, field: StrikeField): Promise<void> {
  const panel = page.getByRole("region", { name: "Selected value" });
  await dragOver(page, layout.marks[field]);
  await panel.getByLabel("Field name").fill(field);
  await panel.getByRole("button", { name: /^(Read this as a field|Replace )/ }).click();
  const found = panel.getByText(/Found in \d+ of \d+/);
  await expect(found).toBeVisible();
  const all = `${layout.strikes.length} of ${layout.strikes.length}`;
  if (!(await found.innerText()).includes(all)) {
    await panel.locator(".field-ways li", { hasText: all }).first().getByRole("button").click();
  }
  await expectPreviewed(page);
  await panel.getByRole("button", { name: "Done" }).click();
}

/** Adds what a person types into the form: time zones and values for codes, but no pattern. */
async function addSettings(admin: APIRequestContext, { settings }: VendorLayout, path: string): Promise<object> {
  const action = await (await admin.get(path)).json();
  for (const field of FIELDS) Object.assign(action.config.Fields[field], settings[field]);
  expect((await admin.put(path, { data: action })).ok()).toBe(true);
  return action.config;
}

/** The database stores six decimals. */
const PRECISION_DEGREES = 1e-6;

interface StoredStrike {
  name: string;
  timestamp: string;
  type: string;
  latitude: number;
  longitude: number;
}

/** The step wrote as many rows as expected, and each expected one is there. */
async function expectStrikes(admin: APIRequestContext, { strikes }: VendorLayout, log: number): Promise<void> {
  const { steps } = await readLog(admin, log);
  const written = steps.findLast(({ name }) => name === "Store strikes")?.result;
  expect(written).toMatch(new RegExp(`^${strikes.length} rows?:`));
  const times = strikes.map(({ Timestamp }) => Date.parse(String(Timestamp)));
  const since = new Date(Math.min(...times) - 1000).toISOString();
  const asOf = new Date(Math.max(...times) + 1000).toISOString();
  const response = await admin.get(`/lightning-strikes?since=${since}&asOf=${asOf}`);
  const stored: StoredStrike[] = (await response.json()).strikes;
  for (const expected of strikes) {
    const isSame = (one: StoredStrike) =>
      one.name === expected.Name &&
      one.type === expected.Type &&
      Date.parse(one.timestamp) === Date.parse(String(expected.Timestamp)) &&
      Math.abs(one.latitude - Number(expected.Latitude)) < PRECISION_DEGREES &&
      Math.abs(one.longitude - Number(expected.Longitude)) < PRECISION_DEGREES;
    expect(stored.some(isSame), JSON.stringify({ expected, stored })).toBe(true);
  }
}
