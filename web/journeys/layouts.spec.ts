// For every vendor layout in docs/examples/extract: its mail fails with the default patterns, the values of its first strike
// are selected in the workbench, and the retried mail gives exactly the strikes of the layout.
import type { APIRequestContext, Page } from "@playwright/test";
import { createWatcher, enableWatcher, expect, expectHeading, openAs, test, unique } from "./portal-fixture.ts";
import { type StrikeField, type VendorLayout, vendorLayouts } from "./vendor-layouts.mjs";

interface Proposal {
  name: string;
  source: string;
  segment: object;
  count: number;
  samples: string[];
}

const FIELDS: StrikeField[] = ["Name", "Timestamp", "Type", "Latitude", "Longitude"];

for (const layout of vendorLayouts()) {
  test(`the layout ${layout.name} is built by selecting values`, async ({ page, admin, mail }) => {
    test.slow();
    const address = await mail.createMailbox(layout.name);
    const id = await createWatcher(admin, { name: unique(layout.name), mailboxAddress: address });
    const action = await importIngest(admin, id);
    await enableWatcher(admin, id);
    await mail.deliverFile(address, layout.mail);
    const log = await failedMessage(admin, id);

    await openAs(page, "admin", `/portal/watchers/${id}/actions/${action}/workbench?log=${log}`);
    await expectHeading(page, "Workbench: Extract strikes");
    const start = await chooseRecords(page, admin, layout, log);
    for (const field of FIELDS) await readAsField(page, layout, field, start);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.locator(".notice.good")).toContainText("saved");
    if (layout.timeZone !== undefined) await setTimeZone(admin, id, action, layout.timeZone);

    expect((await admin.post(`/mailbox-watcher/log/${log}/retry`)).ok()).toBe(true);
    await expect.poll(async () => (await readLog(admin, log)).status, { timeout: 30_000 }).toBe("Success");
    await expectStrikes(admin, layout);
  });
}

async function importIngest(admin: APIRequestContext, watcher: number): Promise<number> {
  const [{ workflow }] = await (await admin.get("/workflow/gallery")).json();
  const response = await admin.post(`/mailbox-watcher/${watcher}/workflow`, { data: { workflow } });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json())[0].id;
}

async function readLog(admin: APIRequestContext, log: number): Promise<{ status: string }> {
  return (await admin.get(`/mailbox-watcher/log/${log}`)).json();
}

async function failedMessage(admin: APIRequestContext, watcher: number): Promise<number> {
  const find = async (): Promise<number | undefined> => {
    const { items } = await (await admin.get(`/mailbox-watcher/log?jobId=${watcher}&status=Failed`)).json();
    return items[0]?.id;
  };
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return (await find()) ?? 0;
}

/** Chooses a proposal by its count and its first record, as a person does; returns where that record starts in the text. */
async function chooseRecords(page: Page, admin: APIRequestContext, layout: VendorLayout, log: number): Promise<number> {
  const found = await admin.post("/mailbox-watcher/suggest/layout", { data: { logId: log } });
  const { layouts }: { layouts: Proposal[] } = await found.json();
  const isRight = ({ count, samples }: Proposal) =>
    count === layout.strikes.length && (samples[0] ?? "").includes(layout.marks.Name);
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
  const config = { Op: { Action: "Extract", Source: proposal?.source }, Segment: proposal?.segment };
  const preview = await (await admin.post("/mailbox-watcher/preview", { data: { config, logId: log } })).json();
  return preview.scopes[0].start;
}

async function readAsField(page: Page, layout: VendorLayout, field: StrikeField, start: number): Promise<void> {
  const panel = page.getByRole("region", { name: "Selected value" });
  // A preview that arrives meanwhile ends the selection.
  await expect(async () => {
    await page.locator(".highlighted-text").evaluate(selectText, { mark: layout.marks[field], start });
    await panel.getByLabel("Field name").fill(field, { timeout: 2_000 });
  }).toPass();
  await panel.getByRole("button", { name: /^(Read this as a field|Replace )/ }).click();
  const found = panel.getByText(/Found in \d+ of \d+/);
  await expect(found).toBeVisible();
  const all = `${layout.strikes.length} of ${layout.strikes.length}`;
  if (!(await found.innerText()).includes(all)) {
    await panel.locator(".field-ways li", { hasText: all }).first().getByRole("button").click();
  }
  await panel.getByRole("button", { name: "Done" }).click();
}

/** Selects the first occurrence of a whole word or phrase at or after an offset, as a mouse would. Runs in the page. */
function selectText(region: Element, { mark, start }: { mark: string; start: number }): void {
  const text = region.textContent ?? "";
  const isWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  let at = text.indexOf(mark, start);
  while (at >= 0 && (isWord(text[at - 1]) || isWord(text[at + mark.length]))) at = text.indexOf(mark, at + 1);
  if (at < 0) throw new Error(`“${mark}” is not in the text after ${start}`);
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let offset = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (at >= offset && at < offset + length) range.setStart(node, at - offset);
    if (at + mark.length > offset && at + mark.length <= offset + length) range.setEnd(node, at + mark.length - offset);
    offset += length;
  }
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

async function setTimeZone(admin: APIRequestContext, watcher: number, id: number, zone: string): Promise<void> {
  const path = `/mailbox-watcher/${watcher}/action/${id}`;
  const action = await (await admin.get(path)).json();
  action.config.Fields.Timestamp.TimeZone = zone;
  expect((await admin.put(path, { data: action })).ok()).toBe(true);
}

/** Names and types are the vendor's own words here: a selection maps no codes. */
async function expectStrikes(admin: APIRequestContext, { strikes }: VendorLayout): Promise<void> {
  const times = strikes.map(({ Timestamp }) => Date.parse(String(Timestamp)));
  const since = new Date(Math.min(...times) - 1000).toISOString();
  const asOf = new Date(Math.max(...times) + 1000).toISOString();
  const response = await admin.get(`/lightning-strikes?since=${since}&asOf=${asOf}`);
  const stored: { timestamp: string; latitude: number; longitude: number }[] = (await response.json()).strikes;
  for (const { Timestamp, Latitude, Longitude } of strikes) {
    const isSame = (one: (typeof stored)[number]) =>
      Date.parse(one.timestamp) === Date.parse(String(Timestamp)) &&
      Math.abs(one.latitude - Number(Latitude)) < 1e-9 &&
      Math.abs(one.longitude - Number(Longitude)) < 1e-9;
    expect(stored.some(isSame), `${Timestamp} ${Latitude} ${Longitude}`).toBe(true);
  }
}
