// The API reference, made from the service's own document.
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./storm-fixture.ts";

test("an operation is found, opened and linked to", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("searchbox").fill("proximity point");
  const operation = page.locator("details", { hasText: "/lightning-strikes/proximity" });
  await expect(operation).toHaveCount(1);
  await operation.locator("summary").click();
  await expect(operation).toContainText("radiusMiles");
  await operation.getByRole("link", { name: "Link to this operation" }).click();
  await page.reload();
  await expect(operation).toHaveAttribute("open", "");
  await expect(operation).toBeInViewport();
  const schema = page.locator("#schema-ProximityResponse");
  await operation.locator('a[href="#schema-ProximityResponse"]').click();
  await expect(schema).toHaveAttribute("open", "");
  await expect(schema).toBeInViewport();
});

test("no axe violations, no sideways scroll at 320 px", async ({ page }) => {
  await page.goto("/docs");
  await page.locator("details summary").first().click();
  await page.locator("details").last().locator("summary").click();
  await expect(page.locator("details .body")).toHaveCount(2);
  await expectAccessible(page);
});

test("the reference loads less than 300 kB", async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto("/docs");
  await expect(page.locator("details").first()).toBeVisible();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(5_000);
  expect(bytes).toBeLessThan(300_000);
});
