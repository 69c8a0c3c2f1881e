// The supervisor's dashboard, with the real service.
import {
  expect,
  openBoard,
  setOutages,
  statusPill,
  test,
  waitForStatus,
  wakeUp,
  withoutRecordedEvents,
} from "./storm-fixture.ts";

const HOUR = 3_600_000;

test("thresholds change the status and are in the URL", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 2, secondsAgo: 20 * 60 }]);
  await openBoard(page);
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Active");
  await page.locator("details.thresholds summary").click();
  await page.getByLabel("Danger window").fill("10");
  await page.getByLabel("Danger window").press("Enter");
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Clearing");
  await expect(page).toHaveURL(/danger=10/);
  await expect(page.getByText("These differ from the city’s values")).toBeVisible();
  await page.getByLabel("Radius").fill("0");
  await page.getByLabel("Radius").press("Enter");
  await expect(page.getByText("Enter a number above 0 and up to 500 miles.")).toBeVisible();
  await expect(page).not.toHaveURL(/radius/);
  await page.reload();
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Clearing");
  await page.getByRole("button", { name: "Reset to the city’s values" }).click();
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Active");
  await expect(page).toHaveURL(/\/portal\/storm$/);
});

test("a replay shows the past, without polling", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1, secondsAgo: 4 * 3600 }]);
  await openBoard(page);
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Clear");
  const now = Date.now();
  const time = (ms: number): string => new Date(ms).toISOString();
  // It ends while the strike still counts, and then keeps what it shows.
  await openBoard(
    page,
    `?asOf=${time(now - 4 * HOUR + 60_000)}&from=${time(now - 4.2 * HOUR)}&to=${time(now - 3.6 * HOUR)}`,
  );
  await expect(statusPill(page, "Aspen Pool")).toHaveText("was Active");
  await expect(page.locator(".banner .status-word")).toHaveText(/^REPLAY \d\d:\d\d – it was Active$/);
  // A time, not a countdown.
  await expect(page.locator("facility-table thead .clearAt")).toHaveText(/All\sclear at/);
  await expect(page.locator("facility-table tbody .clearAt").first()).toHaveText(/^\d\d:\d\d:\d\d$/);
  let requests = 0;
  page.on("request", (request) => {
    if (/\/lightning-strikes\/facilities\?.*asOf/.test(request.url())) requests += 1;
  });
  await wakeUp(page);
  const slider = page.getByRole("slider", { name: "Time" });
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(statusPill(page, "Aspen Pool")).toHaveText("was Clear");
  // The slider sent one request; waking up sent none.
  expect(requests).toBe(1);
  const before = Number(await slider.inputValue());
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveValue(String(before + 120_000));
  await page.getByText("Speed and period").click();
  await page.getByLabel("Speed").selectOption("600");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(statusPill(page, "Aspen Pool")).toHaveText("was Active");
  await expect(page.getByRole("button", { name: /Pause|Play again/ })).toBeVisible();
  await expect(page).toHaveURL(/asOf=.*speed=600/);
  await page.getByRole("button", { name: "LIVE now: Clear – return" }).click();
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Clear");
  await expect(page).not.toHaveURL(/asOf/);
});

test("a replay on a phone says so and shows what is live", async ({ page, storm, healthyFeed: _ }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openBoard(page, `?asOf=${new Date(Date.now() - 2 * HOUR).toISOString()}`);
  await expect(page.locator(".banner .status-word")).toHaveText(/^REPLAY \d\d:\d\d – it was Clear$/);
  await expect(page.locator(".banner")).toContainText("No lightning had been reported");
  const bar = page.locator(".replay");
  await expect(bar).toContainText("LIVE now: Clear");
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  // Without a click: the live status is kept up to date during the replay.
  await expect(bar).toContainText(/LIVE now: \d Active – return/);
  await expect(page.locator(".banner .status-word")).toContainText("it was Clear");
  await page.getByRole("link", { name: "Elm Depot" }).scrollIntoViewIfNeeded();
  for (const part of [bar.locator(".at"), bar.locator(".live-chip"), bar.getByRole("slider")])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: /LIVE now/ }).click();
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Active");
  await expect(bar).toHaveCount(0);
});

test("a replay starts at the first strike", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1, secondsAgo: 3 * 3600 }]);
  await openBoard(page);
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Clear");
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  const shown = Number(await page.getByRole("slider", { name: "Time" }).inputValue());
  const strike = Date.now() - 3 * HOUR;
  expect(shown).toBeGreaterThan(strike - HOUR / 60);
  expect(shown).toBeLessThan(strike + HOUR);
  await expect(page.locator(".density .strikes")).toHaveAttribute("d", /^M/);
});

test("the wall says that it replays, readable across the room", async ({ page, healthyFeed: _ }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openBoard(page, `?wall&asOf=${new Date(Date.now() - 2 * HOUR).toISOString()}`);
  const time = page.locator(".replay .at");
  await expect(time).toContainText("REPLAY");
  const pixels = await time.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(pixels).toBeGreaterThanOrEqual(40);
});

test("changes are notified once when alerts are on, also after a reload", async ({ page, storm, healthyFeed: _ }) => {
  await page.addInitScript(() => {
    const notifications: string[] = [];
    class FakeNotification {
      static permission = "granted";
      constructor(_: string, { body }: { body: string }) {
        notifications.push(body);
      }
    }
    Object.assign(window, { notifications, Notification: FakeNotification });
  });
  await openBoard(page);
  await expect(statusPill(page, "Dunmore School")).toHaveText("Clear");
  await page.getByRole("button", { name: "Turn on alerts" }).click();
  await expect(page.getByRole("button", { name: "Alerts are on" })).toHaveAttribute("aria-pressed", "true");
  await storm.addStrikes([{ near: "Dunmore School", miles: 1 }]);
  await waitForStatus(page, "Dunmore School", "Active");
  const notifications = () => page.evaluate(() => (window as unknown as { notifications: string[] }).notifications);
  await expect.poll(notifications).toEqual(["Dunmore School is now Active."]);
  await page.reload();
  await waitForStatus(page, "Dunmore School", "Active");
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await waitForStatus(page, "Aspen Pool", "Active");
  // One strike is close to three facilities: one notification. Dunmore School, which is still Active, is not in it.
  const body = "Aspen Pool, Birch Fields, and Cedar Library are now Active.";
  await expect.poll(notifications, "nothing is notified again").toEqual([body]);
});

test("the wall display shows only the storm", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await openBoard(page);
  await page.getByRole("button", { name: "Open wall display" }).click();
  await expect(page).toHaveURL(/wall/);
  await expect(page.locator("details.thresholds")).toHaveCount(0);
  await expect(page.locator(".banner .status-word")).toHaveText("Active");
  await page.getByRole("button", { name: "Exit wall display" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Storm" })).toBeVisible();
});

test("on a phone the status comes before the controls", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await page.setViewportSize({ width: 375, height: 812 });
  await openBoard(page);
  const top = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())?.y ?? NaN;
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Active");
  await expect.poll(async () => (await top(".banner")) < (await top(".board .top"))).toBe(true);
  await page.getByRole("button", { name: "Open wall display" }).click();
  await expect(page.locator("storm-map")).toBeInViewport();
  await page.getByRole("button", { name: "Exit wall display" }).click();
  await expect(page).not.toHaveURL(/wall/);
});

test("a link to the dashboard ends a replay", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1 }]);
  await openBoard(page, `?asOf=${new Date(Date.now() - HOUR).toISOString()}`);
  await expect(page.getByRole("slider", { name: "Time" })).toBeVisible();
  await page.getByRole("link", { name: "Storm", exact: true }).click();
  await expect(page.getByRole("slider", { name: "Time" })).toHaveCount(0);
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Active");
});

test("Spanish is remembered and applies to the report", async ({ page, storm, healthyFeed: _ }) => {
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1, secondsAgo: 600 }]);
  await openBoard(page, "?facility=1");
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tormenta" })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Instalaciones" })).toBeVisible();
  await expect(page).toHaveTitle("Tormenta – stormwire");
  await expect(page).toHaveURL(/lang=es/);
  await expect(page.locator(".board")).toHaveAttribute("lang", "es");
  await page.goto("/portal/storm?facility=1");
  await expect(statusPill(page, "Aspen Pool")).toHaveText("Activo");
  await expect(page.locator("storm-chart figcaption")).toContainText(
    "1 rayo, 1 a menos de 8 millas. El más cercano: a 1.0 millas",
  );
  await page.getByText("Umbrales").click();
  await page.getByLabel("Radio").fill("0");
  await page.getByLabel("Radio").press("Enter");
  await expect(page.getByText("Escriba un número mayor que 0 y de hasta 500 millas.")).toBeVisible();
  await page.getByRole("button", { name: "Repetición" }).click();
  await page.getByRole("button", { name: "Pausar" }).click();
  await expect(page.getByRole("slider", { name: "Hora" })).toHaveAttribute(
    "aria-valuetext",
    /\d{1,2} [a-z]{3,4} \d{4}, \d\d:\d\d:\d\d/,
  );
  await page.getByRole("button", { name: /^EN VIVO: / }).click();
  // Announcements are in the same language.
  await expect(statusPill(page, "Dunmore School")).toHaveText("Despejado");
  await storm.addStrikes([{ near: "Dunmore School", miles: 1 }]);
  await waitForStatus(page, "Dunmore School", "Activo");
  await expect(page.getByRole("status").filter({ hasText: "Dunmore School: ahora Activo." })).toBeAttached();
  await page.getByRole("link", { name: "Crear un informe de este período" }).click();
  await expect(page.locator(".paper h2")).toHaveText("Informe de rayos: Aspen Pool");
  await expect(page.locator(".paper table").first().locator("tbody .pill").last()).toHaveText("Activo");
  await expect(page.locator(".paper")).toContainText("no sustituye observar el cielo");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator(".paper h2")).toHaveText("Lightning report: Aspen Pool");
});

test("a replay and a report never call an outage Clear", async ({ page, storm, healthyFeed: _ }) => {
  const now = Date.now();
  const time = (hoursAgo: number): string => new Date(now - hoursAgo * HOUR).toISOString();
  await storm.addStrikes([{ near: "Aspen Pool", miles: 1, secondsAgo: 4 * 3600 }]);
  await setOutages(page, [{ from: time(2), to: time(1) }]);
  await withoutRecordedEvents(page);
  await openBoard(page, `?asOf=${time(1.5)}&from=${time(6)}&to=${time(0)}`);
  await expect(page.locator(".banner .status-word")).toHaveText(/it was Unknown$/);
  await expect(page.locator(".banner")).toContainText("no record that the lightning feed worked");
  await expect(statusPill(page, "Aspen Pool")).toHaveText("was Unknown");
  await expect(page.locator(".density .outage")).toHaveCount(1);
  await openBoard(page, `?asOf=${time(0.5)}&from=${time(6)}&to=${time(0)}`);
  await expect(statusPill(page, "Aspen Pool")).toHaveText("was Clear");
  await page.goto(`/portal/storm/report?facility=1&from=${time(6)}&to=${time(0)}`);
  const pills = page.locator(".paper table").first().locator("tbody .pill");
  await expect(pills).toHaveText(["Clear", "Active", "Clear", "Unknown", "Clear"]);
  await expect(page.locator(".paper")).toContainText("Not watched, status unknown");
  await expect(page.locator("storm-chart figcaption")).toContainText("Hatched: not watched.");
});

test("a report matches the service's status at each time", async ({ page, storm, request, healthyFeed: _ }) => {
  const strike = Date.now() - 2.8 * HOUR;
  const ago = (ms: number): number => (Date.now() - ms) / 1000;
  await storm.addStrikes([
    { near: "Aspen Pool", miles: 3, secondsAgo: ago(strike - 600_000) },
    { near: "Aspen Pool", miles: 1, secondsAgo: ago(strike) },
    { near: "Aspen Pool", miles: 40, secondsAgo: 2 * 3600 },
  ]);
  await openBoard(page, "?facility=1&clear=45");
  await expect(page.locator("storm-chart figcaption")).toContainText("3 strikes, 2 within 8 miles");
  const [from, to] = [new Date(Date.now() - 6 * HOUR).toISOString(), new Date(Date.now() - HOUR / 2).toISOString()];
  await page.goto(`/portal/storm/report?facility=1&from=${from}&to=${to}&clear=45`);
  await expect(page.locator(".paper table").first().locator("tbody .pill")).toHaveText([
    "Clear",
    "Active",
    "Clearing",
    "Clear",
  ]);
  await expect(page.locator(".paper")).toContainText("2 of 3 reported");
  await expect(page.locator(".paper")).toContainText("not a substitute for looking up");
  // The service's status at a time inside each period.
  const minute = 60_000;
  for (const [status, at] of [
    ["Clear", strike - HOUR],
    ["Active", strike + minute],
    ["Clearing", strike + 40 * minute],
    ["Clear", strike + 60 * minute],
  ] as const) {
    const response = await request.get(
      `/lightning-strikes/facilities/1/proximity?allClearMinutes=45&asOf=${new Date(at).toISOString()}`,
    );
    expect(((await response.json()) as { proximity: { status: string } }).proximity.status).toBe(status);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Show report" })).toBeHidden();
  await expect(page.locator(".paper h2")).toBeVisible();
});
