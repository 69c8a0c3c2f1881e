import { CERTIFICATE_AND_KEY } from "./certificate.mjs";
import {
  badge,
  createAction,
  createWatcher,
  enableWatcher,
  expect,
  expectHeading,
  openAs,
  refreshBalance,
  SHORTLY,
  test,
  unique,
  waitForLog,
} from "./portal-fixture.ts";

test("a watcher is set up, up to the first processed message", async ({ page, mail }) => {
  const [credential, name, subject] = [unique("City"), unique("Storm mail"), unique("Lightning alert")];
  const address = await mail.createMailbox("storm");
  await mail.deliver(address, "Old news", "x", "Inbox/Storm");
  await openAs(page, "admin", "/portal/credentials");

  await page.getByRole("link", { name: "Add credential" }).click();
  await page.getByRole("button", { name: "Add credential" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/Enter a name\./);
  await page.getByLabel("Name").fill(credential);
  await page.getByLabel("Tenant").fill("demo.example");
  await page.getByLabel("Client ID").fill("demo");
  await page.getByLabel("Client secret").fill("demo");
  await page.getByRole("button", { name: "Add credential" }).click();
  await expectHeading(page, credential);
  await page.getByRole("button", { name: "Test sign-in" }).click();
  await expect(page.getByText("The provider accepts the credential.")).toBeVisible();

  await page.getByRole("link", { name: "Watchers" }).click();
  await page.getByRole("link", { name: "Add watcher" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Credential").selectOption(credential);
  await page.getByLabel("Address").fill("nonsense");
  await page.getByLabel("Address").blur();
  await expect(page.getByLabel("Address")).toHaveAccessibleDescription(/This is not a valid email address\./);
  await page.getByLabel("Address").fill(address);
  await page.getByRole("button", { name: "Choose folder" }).click();
  const folders = page.getByRole("dialog", { name: `Folders in ${address}` });
  await folders.getByLabel("Search folders").fill("storm");
  await folders.getByRole("button", { name: /^Storm\s+1 message/ }).click();
  await expect(page.getByText("Inbox/Storm", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Test mailbox" }).click();
  await expect(page.getByText("The folder can be read. It contains 1 message.")).toBeVisible();
  await expect(page.getByText("The only recent message would be processed.")).toBeVisible();
  await page.getByLabel("Subject contains").fill("LIGHTNING");
  await expect(page.getByText("0 of 1 recent message would be processed, 1 would be skipped.")).toBeVisible();
  await page.getByLabel("Polling interval").fill("1");
  await page.getByRole("button", { name: "Add watcher" }).click();
  await expectHeading(page, name);

  await page.getByRole("link", { name: "Add action" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Note it");
  await page.getByLabel("Action type").selectOption("Data");
  await expect(page.getByText(/^\d problems? found\.$/)).toBeVisible();
  await page.getByLabel("Name of new entry in Data").fill("Seen");
  await page.getByRole("group", { name: "Data", exact: true }).getByRole("button", { name: "Add" }).click();
  await page.getByLabel("Seen").fill("yes");
  await expect(page.getByText("No problems found.")).toBeVisible();
  await page.getByRole("button", { name: "Add action" }).click();
  await expect(page.getByText("“Note it” was added.")).toBeVisible();

  await page.getByRole("link", { name: "Settings and status" }).click();
  await page.getByRole("button", { name: `Enable ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Process existing mail?" });
  await expect(dialog).toContainText("1 message is already in Inbox/Storm.");
  await dialog.getByRole("button", { name: "Process new mail only" }).click();
  await expect(badge(page, "Live")).toBeVisible();

  await mail.deliver(address, subject, "x", "Inbox/Storm");
  await expect(page.getByRole("link", { name: "1 succeeded" })).toBeVisible();
  await page.getByRole("link", { name: "1 succeeded" }).click();
  await expectHeading(page, "Log");
  await page.getByRole("button", { name: new RegExp(subject) }).click();
  await expect(page.getByText(`“${name}” processed this message`)).toBeVisible();
  await expect(page.getByText("Moved to Processed and marked as read.")).toBeVisible();
  await expect(page.locator(".steps")).toContainText("Note it");
});

test("a watcher without its mailbox is Degraded, with the reason", async ({ page, admin }) => {
  const name = unique("Lost");
  const id = await createWatcher(admin, { name, mailboxAddress: `${unique("unknown")}@demo.example`, isEnabled: true });
  await openAs(page, "viewer", `/portal/watchers?q=${name}`);
  const card = page.getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("Degraded");
  await expect(card).toContainText(/No successful poll yet/);
  await expect(card.getByRole("button")).toHaveCount(0);
  await page.goto(`/portal/watchers/${id}`);
  await expect(page.locator(".reason.bad").first()).toContainText(/No successful poll yet: .+/i);
});

test("a revoked credential is reported and fixed", async ({ page, admin, mail }) => {
  const name = unique("Revoked");
  const address = await mail.createMailbox("revoked");
  const client = unique("client");
  const known = { demo: "demo" };
  await mail.setSecrets({ ...known, [client]: "first" });
  const response = await admin.post("/credential", {
    data: { name, clientId: client, clientSecret: "first", namespace: "demo.example" },
  });
  const credential = ((await response.json()) as { id: number }).id;
  const watcher = await createWatcher(admin, {
    name,
    mailboxAddress: address,
    credentialId: credential,
    mode: "PollOnly",
    isEnabled: true,
  });
  await openAs(page, "admin", `/portal/watchers/${watcher}`);
  await expect(badge(page, "Polling")).toBeVisible();

  // The provider has a new secret, which is mistyped here.
  await mail.setSecrets({ ...known, [client]: "second" });
  await page.goto(`/portal/credentials/${credential}`);
  await page.getByLabel("Client secret").fill("secnod");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`“${name}” was saved.`)).toBeVisible();
  await expect(page.getByLabel("Client secret")).toHaveValue("");
  await page.getByRole("button", { name: "Test sign-in" }).click();
  await expect(page.getByText(/AADSTS7000215/)).toBeVisible();
  await page.goto(`/portal/watchers/${watcher}`);
  await expect(badge(page, "Degraded")).toBeVisible();
  await expect(page.locator(".reason.bad").first()).toContainText(/AADSTS7000215/);

  await page.goto(`/portal/credentials/${credential}`);
  await page.getByLabel("Client secret").fill("second");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`“${name}” was saved.`)).toBeVisible();
  await expect(page.getByLabel("Client secret")).toHaveValue("");
  await page.getByRole("button", { name: "Test sign-in" }).click();
  await expect(page.getByText("The provider accepts the credential.")).toBeVisible();
  await page.goto(`/portal/watchers/${watcher}`);
  await expect(badge(page, "Polling")).toBeVisible();
});

test("a private key does not stay on the page after saving", async ({ page, admin }) => {
  const name = unique("Certificate");
  const response = await admin.post("/credential", {
    data: { name, clientId: "demo", clientSecret: "demo", namespace: "demo.example" },
  });
  const { id } = (await response.json()) as { id: number };
  await openAs(page, "admin", `/portal/credentials/${id}`);
  const certificate = page.getByRole("textbox", { name: "Certificate" });
  await certificate.fill(CERTIFICATE_AND_KEY);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`“${name}” was saved.`)).toBeVisible();
  await expect(page.getByText(/Stored: thumbprint [0-9A-F]{40}\./)).toBeVisible();
  await expect(page.getByText(/^The certificate expires in \d+ days\.$/)).toBeVisible();
  await expect(certificate).toHaveValue("");
});

test("the balance matches the folders", async ({ page, admin, mail }) => {
  const name = unique("Balanced");
  const address = await mail.createMailbox("balanced");
  const id = await createWatcher(admin, { name, mailboxAddress: address });
  await createAction(admin, id, "Note");
  await enableWatcher(admin, id);
  await mail.deliver(address, "One");
  await mail.deliver(address, "Two");
  await waitForLog(admin, { jobId: id, status: "Success" }, 2);
  await openAs(page, "viewer", `/portal/watchers/${id}/balance`);
  await expect(async () => {
    await refreshBalance(page);
    await expect(page.getByRole("row").nth(1)).toContainText("Matches", SHORTLY);
    await expect(page.getByRole("row").nth(1)).toContainText("2", SHORTLY);
  }).toPass();
  await expect(page.getByText("No differences")).toBeVisible();
});

test("a credential for other systems opens no mailbox and keeps the hosts that actions call", async ({
  page,
  admin,
}) => {
  const [name, mailName] = [unique("Api"), unique("Mail")];
  const credential = { clientId: "c", clientSecret: "s", namespace: "n" };
  const created = await admin.post("/credential", {
    data: { ...credential, name, purpose: "http", hosts: ["api.example.com", "b.example.com"] },
  });
  const id = ((await created.json()) as { id: number }).id;
  await admin.post("/credential", { data: { ...credential, name: mailName, purpose: "mailbox" } });
  const watcher = await createWatcher(admin, { name: unique("Calls"), mailboxAddress: "storm@demo.example" });
  await createAction(admin, watcher, "Call", {
    actionType: "Http",
    config: { Op: { Action: "Post", Url: "https://api.example.com/x" } },
    credentialId: id,
  });

  await openAs(page, "admin", "/portal/watchers/new");
  const options = page.getByLabel("Credential").locator("option");
  await expect(options.filter({ hasText: mailName })).toHaveCount(1);
  await expect(options.filter({ hasText: name })).toHaveCount(0);

  await page.goto(`/portal/credentials/${id}`);
  await expectHeading(page, name);
  await expect(page.getByRole("button", { name: "Test sign-in" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Hosts" }).fill("b.example.com");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("textbox", { name: "Hosts" })).toHaveAccessibleDescription(
    /action "Call" of watcher .*calls api\.example\.com/,
  );
  await page.getByRole("textbox", { name: "Hosts" }).fill("");
  await page.getByRole("radio", { name: /^Mailboxes/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("group", { name: "Purpose" })).toContainText("This change would stop action");
});
