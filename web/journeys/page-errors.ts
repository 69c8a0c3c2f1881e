import { expect, type Page } from "@playwright/test";

/** Runs a journey. Fails it if its page throws an error or violates its content security policy. */
export async function failOnPageErrors(page: Page, journey: () => Promise<void>): Promise<void> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) errors.push(message.text());
  });
  await journey();
  // A response that is being changed when the journey ends is of no interest.
  if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
  expect(errors, "errors in the page").toEqual([]);
}
