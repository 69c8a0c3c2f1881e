// From an empty folder, or from a package that was just installed on a clean system, to the first processed message, by the
// checklist alone.
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll, SMALL_PHONE } from "./accessibility.ts";
import { packageObstacle, startEmptyService } from "./empty-service.mjs";
import { expect, expectHeading, MailProvider, test } from "./portal-fixture.ts";
import { vendorLayout } from "./vendor-layouts.mjs";

const PASSWORD = "thunder over the ridge";
const FACILITIES = "name,lat,lng\nTown pool,34.73,-86.58\nRidge park,34.74,-86.55\nDepot,,\n";

for (const installation of ["sqlite", "postgres", "package"] as const) {
  test(`the checklist leads from nothing to the first message: ${installation}`, async ({ page, playwright }) => {
    test.slow();
    const obstacle = installation === "package" ? packageObstacle() : undefined;
    test.skip(obstacle !== undefined, obstacle);
    const service = await startEmptyService(installation);
    const provider = await playwright.request.newContext({ baseURL: service.mail });
    try {
      const mail = new MailProvider(provider);
      await createAdmin(page, service.url, service.printedCode());
      await setUpCity(page);
      await importFacilities(page);
      await addCredential(page);
      const address = await addWatcher(page, mail);
      await receiveMessage(page, mail, address);
      await expectAccessibleThere(page);
      await page.setViewportSize(SMALL_PHONE);
      await expectNoSidewaysScroll(page);
    } finally {
      await provider.dispose();
      await service.stop();
    }
  });
}

async function createAdmin(page: Page, url: string, code: string): Promise<void> {
  await page.goto(`${url}/portal`);
  await expectHeading(page, "Create the first administrator");
  await expectAccessibleThere(page);
  await fillAdmin(page, "AAAA-BBBB-CCCC-DDDD");
  await expect(page.getByLabel("One-time code")).toHaveAccessibleDescription(/Wrong code/);
  await fillAdmin(page, code.toLowerCase());
  await expectHeading(page, "Setup");
  await expect(page.getByText("0 of 7 steps done.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Setup 7 steps left" })).toBeVisible();
}

async function fillAdmin(page: Page, code: string): Promise<void> {
  await page.getByLabel("One-time code").fill(code);
  await page.getByLabel("Username").fill("ann");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Repeat the password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create administrator" }).click();
}

async function setUpCity(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Set up the city" }).click();
  await expectHeading(page, "City and coordinates");
  await page.getByLabel("City name").fill("Alder Falls");
  await page.getByLabel("Position of the city").fill("-86.58, 34.73, 5");
  await page.getByRole("button", { name: "Suggest a system" }).click();
  await expect(page.getByLabel("Position of the city")).toHaveAccessibleDescription(/with a comma between them/);
  await page.getByLabel("Position of the city").fill("34.73, -86.58");
  await page.getByRole("button", { name: "Suggest a system" }).click();
  await expect(page.getByText("Suggested: NAD 1983 StatePlane Alabama East")).toBeVisible();
  await expectAccessibleThere(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expectStep(page, "city", "Done");
  await expect(step(page, "city")).toContainText("Alder Falls, ESRI:102629, America/Chicago.");
}

async function importFacilities(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Import facilities" }).click();
  await expectHeading(page, "Import facilities");
  await choose(page, `${FACILITIES}Columbus hall,39.9746,-83.0056\n`);
  await expect(page.getByText("3 to add, 0 to update, 0 unchanged, 1 rejected.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Rejected/ })).toContainText("lat 39.9746, lng -83.0056 is outside");
  await expect(page.getByRole("button", { name: /^Import / })).toHaveCount(0);
  await expectAccessibleThere(page);
  await choose(page, FACILITIES);
  await page.getByRole("button", { name: "Import 3 facilities" }).click();
  await expectHeading(page, "Facilities");
  await expect(page.getByText("3 facilities added, 0 updated, 0 unchanged.")).toBeVisible();
  await openSetup(page);
  await expect(step(page, "facilities")).toContainText("3 facilities, 1 without a position.");
}

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: "facilities.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("File").setInputFiles(file);
}

async function addCredential(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Add a credential" }).click();
  await page.getByLabel("Name").fill("City mail");
  await page.getByLabel("Tenant").fill("demo.example");
  await page.getByLabel("Client ID").fill("demo");
  await page.getByLabel("Client secret").fill("demo");
  await page.getByRole("button", { name: "Add credential" }).click();
  await page.getByRole("button", { name: "Test sign-in" }).click();
  await expect(page.getByText("The provider accepts the credential.")).toBeVisible();
  await openSetup(page);
  await expectStep(page, "credential", "Done");
}

/** Returns the address of the mailbox. */
async function addWatcher(page: Page, mail: MailProvider): Promise<string> {
  const address = await mail.createMailbox("storm");
  await page.getByRole("link", { name: "Set up the watcher" }).click();
  await page.getByLabel("Name").fill("Lightning mail");
  await page.getByLabel("Address").fill(address);
  await page.getByLabel("Polling interval").fill("1");
  await page.getByRole("button", { name: "Add watcher" }).click();
  await expectHeading(page, "Lightning mail");
  await openSetup(page);
  await expectStep(page, "watcher", "To do");
  await page.getByRole("link", { name: "Set up the actions" }).click();
  await page.getByLabel("Mail format", { exact: true }).selectOption({ label: "CSV lines with a header" });
  await page.getByRole("button", { name: "Use this workflow" }).click();
  await expect(page.getByText("“Lightning ingest” was added with 2 actions.")).toBeVisible();
  await openSetup(page);
  await page.getByRole("link", { name: "Set up the watcher" }).click();
  await page.getByRole("button", { name: "Enable Lightning mail" }).click();
  await expect(page.getByRole("button", { name: "Disable Lightning mail" })).toBeVisible();
  return address;
}

async function receiveMessage(page: Page, mail: MailProvider, address: string): Promise<void> {
  await mail.deliverFile(address, vendorLayout("csv-header").mail);
  await expect.poll(() => isStepDone(page, "layout")).toBe(true);
  await page.goto(new URL("/portal/setup", page.url()).href);
  await expectStep(page, "layout", "Done");
  await expect(step(page, "layout")).toContainText("Lightning mail has processed a message.");
  await expectStep(page, "watcher", "Done");
  await expectStep(page, "alerts", "To do");
}

/** As the service reports it, in the session of the page. */
async function isStepDone(page: Page, name: string): Promise<boolean> {
  const response = await page.request.get(new URL("/setup", page.url()).href);
  const { steps } = (await response.json()) as { steps: { step: string; isDone: boolean }[] };
  return steps.some(({ step, isDone }) => step === name && isDone);
}

const DESKTOP = { width: 1280, height: 800 };

/** On both screens; the journey goes on with the menu of the large one. */
async function expectAccessibleThere(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
}

async function openSetup(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Setup \d steps? left$/ }).click();
  await expectHeading(page, "Setup");
}

function step(page: Page, name: string) {
  return page.locator(`[data-step=${name}]`);
}

async function expectStep(page: Page, name: string, state: "Done" | "To do"): Promise<void> {
  await expect(step(page, name).locator(".tag")).toHaveText(state);
}
