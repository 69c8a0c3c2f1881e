// Notifications and the installed app, with the real service and a push service of our own.
import { MAX_SHIFT, painted, recordShifts, totalShift } from "./layout-shifts.ts";
import { clickNotification, deliver, expect, facilityId, shownNotifications, test } from "./push-fixture.ts";

// In one worker, which starts one service.
test.describe.configure({ mode: "default" });

test("a notification about lightning arrives and opens the facility", async ({ page, context, storm, receiver }) => {
  const id = await facilityId(storm, "Aspen Pool");
  await page.goto(`/f/${id}`);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const button = page.getByRole("button", { name: "Notify me about this facility" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Stop notifications" })).toBeVisible();

  await storm.addStrikes([{ near: "Aspen Pool", miles: 1, secondsAgo: 2 }]);
  const active = await receiver.next();
  expect(active.headers).toMatchObject({ urgency: "high", topic: `facility-${id}`, "content-encoding": "aes128gcm" });
  expect(active.claims).toMatchObject({ aud: new URL(receiver.subscription.endpoint).origin, sub: `${storm.url}/` });
  expect(JSON.parse(active.text)).toMatchObject({ facilityId: id, name: "Aspen Pool", status: "Active" });
  await deliver(page, active.text);
  await expect.poll(() => shownNotifications(page)).toHaveLength(1);
  const [shown] = await shownNotifications(page);
  expect(shown?.title).toBe("Aspen Pool: Active");
  expect(shown?.body).toContain("Lightning is close. Go inside now.");

  await storm.removeStrikes();
  const clear = await receiver.next();
  expect(JSON.parse(clear.text)).toMatchObject({ facilityId: id, status: "Clear" });
  await deliver(page, clear.text);
  // It replaces the warning.
  await expect.poll(() => shownNotifications(page)).toMatchObject([{ title: "Aspen Pool: Clear" }]);

  await page.goto("/");
  await page.goto(await clickNotification(worker));
  await expect(page.getByRole("heading", { name: "Aspen Pool" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/f/${id}\\?lang=en$`));

  const ended = page.waitForResponse(/\/push\/subscription\//);
  await page.getByRole("button", { name: "Stop notifications" }).click();
  expect((await ended).status()).toBe(204);
  await expect(page.getByRole("button", { name: "Notify me about this facility" })).toBeVisible();
});

test("without a connection the app says Unknown and since when", async ({ page, context, storm }) => {
  const id = await facilityId(storm, "Birch Fields");
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(page.locator(".banner .status-word")).toHaveText("Clear");
  await context.setOffline(true);
  await page.goto(`/f/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unknown");
  await expect(page.getByText("the lightning status cannot be known")).toBeVisible();
  await expect(page.getByText(/Unknown since .*\d:\d\d/)).toBeVisible();
  await expect(page.getByText("Clear", { exact: true })).toHaveCount(0);
  await page.goto(`/f/${id}?lang=es`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Desconocido");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Reintentar" }).click();
  await expect(page.getByRole("heading", { name: "Birch Fields" })).toBeVisible();
});

test("the page says why a browser shows no notifications", async ({ page, storm }) => {
  const id = await facilityId(storm, "Aspen Pool");
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { value: "denied" }));
  await page.goto(`/f/${id}`);
  await expect(page.getByText("Notifications are blocked for this site.")).toBeVisible();
  await page.addInitScript(() => {
    delete (window as unknown as { PushManager?: unknown }).PushManager;
  });
  await page.goto(`/f/${id}?lang=es`);
  await expect(page.getByText("Este navegador no puede mostrar avisos.")).toBeVisible();
});

test("browsers can install the app", async ({ page, storm }) => {
  const id = await facilityId(storm, "Aspen Pool");
  for (const path of ["/", `/f/${id}`]) {
    await page.goto(path);
    const session = await page.context().newCDPSession(page);
    const { data, errors } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? "")).toMatchObject({ start_url: path, display: "standalone" });
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // Playwright's contexts are incognito windows, in which nothing can be installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  }
});

test("nothing moves while the page finds out that notifications are on", async ({ page, storm }) => {
  const id = await facilityId(storm, "Aspen Pool");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/f/${id}`);
  await page.getByRole("button", { name: "Notify me about this facility" }).click();
  await expect(page.getByText("This device gets a notification")).toBeVisible();
  await recordShifts(page);
  // The record is there only after the page has been painted.
  await page.addInitScript(() => {
    const { open } = CacheStorage.prototype;
    CacheStorage.prototype.open = async function (name) {
      while (!("isPainted" in window)) await new Promise(requestAnimationFrame);
      return open.call(this, name);
    };
  });
  await page.goto(`/f/${id}`);
  await expect(page.locator("notify-button[waiting]")).toBeAttached();
  await expect(page.locator("notify-button[waiting] button")).toBeHidden();
  await painted(page);
  await page.evaluate(() => Object.assign(window, { isPainted: true }));
  await expect(page.getByRole("button", { name: "Stop notifications" })).toBeVisible();
  expect(await totalShift(page)).toBeLessThan(MAX_SHIFT);
});
