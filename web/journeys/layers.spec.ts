// The city's own layers: imported in the portal, drawn on the public map.
import type { Page } from "@playwright/test";
import { expectNoAxeViolations } from "./accessibility.ts";
import { expect, expectHeading, openAs, test, unique } from "./portal-fixture.ts";

/** The color of water in the light scheme. */
const WATER = [0xc3, 0xd6, 0xe6];
const LAKE = [
  [-86.65, 34.65],
  [-86.5, 34.65],
  [-86.5, 34.8],
  [-86.65, 34.8],
  [-86.65, 34.65],
];

function geoJson(coordinates: number[][]): string {
  const geometry = { type: "Polygon", coordinates: [coordinates] };
  const feature = { type: "Feature", properties: { name: "Lake", OBJECTID: 1 }, geometry };
  return JSON.stringify({ type: "FeatureCollection", features: [feature] });
}

async function importFile(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Kind").selectOption({ label: "Water" });
  const file = { name: "lake.geojson", mimeType: "application/geo+json", buffer: Buffer.from(text) };
  await page.getByLabel("File").setInputFiles(file);
  await page.getByRole("button", { name: "Import layer" }).click();
}

/** Without photos, which show water themselves, and without strikes, whose danger area would color the water. */
async function openPublicMap(page: Page): Promise<number> {
  const none = { level: null, feetPerPixel: null, tiles: [] };
  await page.route("**/aerial-tiles/**", (route) => route.fulfill({ json: none }));
  await page.route(/\/lightning-strikes\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), strikes: [], count: 0 } });
  });
  await page.goto("/");
  // The demo has layers of its own.
  await expect(page.locator("storm-map")).toHaveAttribute("data-layers", /^[1-9]/);
  return Number(await page.locator("storm-map").getAttribute("data-layers"));
}

function waterPixels(page: Page): Promise<number> {
  return page.locator("storm-map canvas").evaluate((canvas, [red, green, blue]) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const { data } = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
    return count;
  }, WATER);
}

test("a layer is imported in the portal, drawn on the public map and removed", async ({ page }) => {
  const name = unique("Lake");
  const [before, pixelsBefore] = [await openPublicMap(page), await waterPixels(page)];

  await openAs(page, "admin", "/portal/facilities");
  await page.getByRole("link", { name: "Map layers" }).click();
  await expectHeading(page, "Map layers");
  await page.getByRole("button", { name: "Import layer" }).click();
  await expect(page.getByText("Choose a file.")).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
  await importFile(page, name, geoJson([[427_000, 1_546_000], ...LAKE]));
  await expect(page.getByText('feature 1 ("Lake"): longitude 427000 is not between -180 and 180')).toBeVisible();
  await importFile(page, name, geoJson(LAKE));
  await expect(page.getByText(`“${name}” was imported. 5 of 5 vertices are visible and were kept.`)).toBeVisible();
  await expect(page.getByRole("img", { name: `Preview of ${name}` })).toBeVisible();
  await expectNoAxeViolations(page);

  await openPublicMap(page);
  await expect(page.locator("storm-map")).toHaveAttribute("data-layers", String(before + 1));
  await expect.poll(() => waterPixels(page)).toBeGreaterThan(pixelsBefore + 1_000);

  await openAs(page, "admin", "/portal/layers");
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove layer" }).click();
  await expect(page.getByText(`“${name}” was removed.`)).toBeVisible();
  await openPublicMap(page);
  await expect(page.locator("storm-map")).toHaveAttribute("data-layers", String(before));
});

test("a viewer sees the layers and cannot change them", async ({ page }) => {
  await openAs(page, "viewer", "/portal/layers");
  await expectHeading(page, "Map layers");
  await expect(page.getByRole("heading", { name: "City limits" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Import layer" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
});
