// Placing a facility's point on the map.
import type { Locator, Page } from "@playwright/test";
import { createFacility, expect, expectHeading, openAs, POINT, test, unique } from "./portal-fixture.ts";

interface Feet {
  x: number;
  y: number;
}

const map = (page: Page): Locator => page.getByRole("application", { name: "Map for placing the point" });

/** The values of the two fields, once both are in tenths of a foot, and not those from before. */
async function placedPoint(page: Page, before: Feet | null = null): Promise<Feet> {
  const fields = { x: page.getByLabel("x, to the east"), y: page.getByLabel("y, to the north") };
  const read = async () => ({ x: Number(await fields.x.inputValue()), y: Number(await fields.y.inputValue()) });
  for (const field of Object.values(fields)) await expect(field).toHaveValue(/^\d+(\.\d)?$/);
  await expect.poll(read).not.toEqual(before);
  return read();
}

async function openMap(page: Page, path: string): Promise<void> {
  await openAs(page, "admin", path);
  await expect(page.locator("storm-point-map .scale")).toBeVisible();
}

test("a click on the map places the point, and it is saved", async ({ page, admin }) => {
  const name = unique("Clicked pool");
  await openMap(page, "/portal/facilities/new");
  await expect(page.locator("storm-point-map .photos img").first()).toBeAttached();
  await page.getByLabel("Name").fill(name);
  await map(page).click({ position: { x: 100, y: 150 } });
  const first = await placedPoint(page);
  await expect(page.getByText(`Point placed at x ${first.x}, y ${first.y}.`)).toBeVisible();
  // North is up, east is right.
  await map(page).click({ position: { x: 200, y: 100 } });
  const second = await placedPoint(page, first);
  expect(second.x - first.x).toBeCloseTo(2 * (second.y - first.y), -1);
  expect(second.x).toBeGreaterThan(first.x);

  await page.getByRole("button", { name: "Add facility" }).click();
  await expectHeading(page, name);
  const id = Number(page.url().split("/").at(-1));
  expect(await (await admin.get(`/facility/${id}`)).json()).toMatchObject({ name, point: second });
});

test("a click is where the pointer is, also where text is larger", async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  await openMap(page, "/portal/facilities/new");
  // In the middle of the map, like Enter.
  await map(page).click();
  const clicked = await placedPoint(page);
  await page.keyboard.press("Enter");
  const atCenter = await placedPoint(page);
  expect(Math.hypot(clicked.x - atCenter.x, clicked.y - atCenter.y)).toBeLessThan(1_000);
});

test("arrow keys move the map, Enter places the point", async ({ page, admin }) => {
  const id = await createFacility(admin, unique("Keyboard pool"));
  await openMap(page, `/portal/facilities/${id}`);
  await map(page).focus();
  await page.keyboard.press("Enter");
  // The map starts at the facility.
  const start = await placedPoint(page);
  expect(start.x).toBeCloseTo(POINT.x, 0);
  expect(start.y).toBeCloseTo(POINT.y, 0);
  // Quick keys add up while the map still moves.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const right = await placedPoint(page, start);
  expect(right.y).toBe(start.y);
  expect(right.x).toBeGreaterThan(start.x);
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Enter");
  const up = await placedPoint(page, right);
  expect(up.x).toBe(right.x);
  expect(up.y - right.y).toBeCloseTo((right.x - start.x) / 20, 0);

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("was saved.")).toBeVisible();
  expect(await (await admin.get(`/facility/${id}`)).json()).toMatchObject({ point: up });
});

test("the map follows typed numbers", async ({ page, admin }) => {
  const id = await createFacility(admin, unique("Typed pool"));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await openMap(page, `/portal/facilities/${id}`);
  const far = { x: POINT.x + 9000, y: POINT.y - 7000 };
  await page.getByLabel("x, to the east").fill(String(far.x));
  await page.getByLabel("y, to the north").fill(String(far.y));
  // The map waits for a pause in typing; then the point is under its cross.
  await page.clock.runFor(1_000);
  await page.getByRole("button", { name: "Place point at the crosshair" }).click();
  const at = await placedPoint(page);
  expect(at.x).toBeCloseTo(far.x, 0);
  expect(at.y).toBeCloseTo(far.y, 0);
});

test("dragging moves the map, not the point", async ({ page, admin }) => {
  const id = await createFacility(admin, unique("Dragged pool"));
  await openMap(page, `/portal/facilities/${id}`);
  await map(page).hover({ position: { x: 60, y: 60 } });
  await page.mouse.down();
  await page.mouse.move(700, 500, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByLabel("x, to the east")).toHaveValue(String(POINT.x));
});

test("the form works without photos and without the map", async ({ page }) => {
  await page.route("**/aerial-tiles/**", (route) =>
    route.fulfill({ json: { tiles: [], level: null, feetPerPixel: null } }),
  );
  await openMap(page, "/portal/facilities/new");
  await map(page).click({ position: { x: 100, y: 150 } });
  await placedPoint(page);

  await page.route("**/assets/define-*.js", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("The map could not be loaded.")).toBeVisible();
  const name = unique("Typed pool");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("x, to the east").fill(String(POINT.x));
  await page.getByLabel("y, to the north").fill(String(POINT.y));
  await page.getByRole("button", { name: "Add facility" }).click();
  await expectHeading(page, name);
});

test("operators do not load the map", async ({ page, admin }) => {
  const id = await createFacility(admin, unique("Seen pool"));
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await openAs(page, "operator", `/portal/facilities/${id}`);
  await expect(page.getByText("432951.15 feet")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(scripts.filter((url) => url.includes("/define-"))).toEqual([]);
});
