// A watcher of files, from the form to the strike, with a service that may read one folder.
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, expectHeading, openAs, test as portalTest, unique, waitForLog } from "./portal-fixture.ts";
import { signInOnce } from "./sessions.ts";
import { SharedFolder } from "./shared-folder.mjs";
import { FACILITIES, PASSWORD, type StormService, startStormService } from "./storm-service.mjs";

const HEADER = "Name,Timestamp,Type,Latitude,Longitude";
const LATITUDE = 34.74321;
const ALLOW_IT = /add it to roots in the section \[files\] of stormwire\.toml/;

/** A service without watchers. */
interface OwnService {
  service: StormService;
  /** Signed in at it as an administrator. */
  api: APIRequestContext;
}

const test = portalTest.extend<{ own: OwnService }>({
  own: async ({ playwright, context }, use) => {
    const service = await startStormService();
    const storageState = await signInOnce(service.url, "administrator", PASSWORD);
    await context.addCookies(storageState.cookies);
    const api = await playwright.request.newContext({ baseURL: service.url, storageState });
    await use({ service, api });
    await api.dispose();
    await service.stop();
  },
});

function csvLine(type: string): string {
  const at = new Date(Date.now() - 60_000).toISOString();
  return `ALERT,${at},${type},${LATITUDE},${FACILITIES[0]?.lng}`;
}

/** Opens the log when the file has the status. */
async function openInLog(page: Page, { service, api }: OwnService, fileName: string, status: string): Promise<void> {
  await waitForLog(api, { q: fileName, status });
  await page.goto(`${service.url}/portal/log`);
  const row = page.getByRole("button", { name: new RegExp(fileName) });
  await expect(row).toContainText(status);
  await row.click();
}

test("a file on a share becomes a strike, and a bad file fails with its reason", async ({ own, page }) => {
  const { service, api } = own;
  const share = new SharedFolder(`${service.filesRoot}/strikes`);
  await share.create();
  await share.write("first.csv", `${HEADER}\n${csvLine("Ground Stroke Lightning")}\n`);

  await page.goto(`${service.url}/portal/watchers/new`);
  await page.getByLabel("New files").check();
  await page.getByRole("button", { name: "Add watcher" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/Enter a name\./);
  await page.getByLabel("Name", { exact: true }).fill("Share");
  const folder = page.getByLabel("Folder", { exact: true });
  await folder.fill("/etc");
  await page.getByRole("button", { name: "Add watcher" }).click();
  await expect(folder).toHaveAccessibleDescription(ALLOW_IT);
  await expect(folder).toHaveAccessibleDescription(new RegExp(service.filesRoot));
  await expect(folder).toBeFocused();
  await folder.fill(share.path);
  await page.getByLabel("Names of files", { exact: true }).fill("*.csv");
  await page.getByLabel("Scan interval (seconds)", { exact: true }).fill("1");
  await page.getByLabel("Wait until a file is unchanged for (seconds)", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Add watcher" }).click();
  await expectHeading(page, "Share");

  await page.getByRole("link", { name: "Start from a ready workflow" }).click();
  await expect(page.getByRole("radio")).toHaveCount(1);
  await expect(page.getByLabel("Mail format", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByText("“Lightning ingest from CSV files” was added with 2 actions.")).toBeVisible();

  await page.getByRole("link", { name: "Settings and status" }).click();
  await page.getByRole("button", { name: "Enable Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Process existing files?" });
  await expect(dialog).toContainText(`1 file is already in ${share.path}.`);
  await dialog.getByRole("button", { name: "Process existing files" }).click();
  await page.getByRole("link", { name: "1 succeeded" }).click();
  await expectHeading(page, "Log");
  await openInLog(page, own, "first.csv", "Success");
  await expect(page.getByText("“Share” processed this file")).toBeVisible();
  await expect(page.getByText("Moved to Processed.", { exact: true })).toBeVisible();
  await expect.poll(() => share.list("Processed")).toEqual(["first.csv"]);
  const latitudes = async (): Promise<number[]> => {
    const { strikes } = (await (await api.get("/lightning-strikes")).json()) as { strikes: { latitude: number }[] };
    return strikes.map(({ latitude }) => latitude);
  };
  await expect.poll(latitudes).toContain(LATITUDE);

  await share.write("bad.csv", `${HEADER}\n${csvLine("")}\n`);
  await openInLog(page, own, "bad.csv", "Failed");
  await expect(page.locator("storm-message-detail .notice.bad")).toContainText("required field Type is missing");
  await expect(page.getByText("Moved to Failed.", { exact: true })).toBeVisible();
  await expect.poll(() => share.list("Failed")).toEqual(["bad.csv"]);
  await page.getByRole("button", { name: "Replay from the folder" }).click();
  await expect(page.getByText("A user requested to process it again.")).toBeVisible();
  await expect(page.locator("storm-message-detail .notice.bad")).toContainText("required field Type is missing");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Dismissed by administrator")).toBeVisible();
  await expect.poll(() => share.list("Failed")).toEqual(["bad.csv"]);

  await page.goto(`${service.url}/portal/watchers`);
  await page.getByLabel("Starts with").selectOption("Mailbox");
  await expect(page.getByText("0 of 1 watcher")).toBeVisible();
  await page.getByLabel("Starts with").selectOption("Folder");
  await page.getByRole("link", { name: "Share", exact: true }).click();
  await page.getByRole("link", { name: "Balance" }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("Matches, with failures");
  await expectAccessible(page);
});

test("without an allowed folder, a watcher of files says how to allow one", async ({ page }) => {
  const name = unique("Share");
  await openAs(page, "admin", "/portal/watchers/new?kind=File");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Folder", { exact: true }).fill("/srv/storm/strikes");
  await page.getByRole("button", { name: "Add watcher" }).click();
  await expectHeading(page, name);
  await expect(page.getByText(ALLOW_IT)).toBeVisible();
  await page.getByRole("link", { name: "Settings and status" }).click();
  await page.getByRole("button", { name: `Enable ${name}` }).click();
  await expect(page.locator(".notice.bad").filter({ hasText: ALLOW_IT })).toBeVisible();
});
