import { defineConfig } from "@playwright/test";
import { CHROMIUM } from "./journeys/service.mjs";

export default defineConfig({
  testDir: "journeys",
  globalSetup: "./journeys/setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 4,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Four browsers on two cores can starve one. What passes only the second time is reported as flaky, not as passed.
  retries: 1,
  reporter: "list",
  use: {
    // The installed browser; none is downloaded.
    launchOptions: CHROMIUM,
    // Playwright does not see requests that a worker handles. The journeys about the installed app allow it.
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "America/Chicago",
    trace: "off",
    video: "off",
  },
});
