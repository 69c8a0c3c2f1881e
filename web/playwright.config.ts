import { defineConfig } from "@playwright/test";
import { HEADLESS_SHELL } from "./journeys/service.mjs";

export default defineConfig({
  testDir: "journeys",
  globalSetup: "./journeys/setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  // Limits for what never happens. They prove nothing about speed: other tests keep the machine busy meanwhile.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Four browsers on two cores can starve one. What passes only the second time is reported as flaky, not as passed. It is tried
  // again at the end, alone.
  retries: 1,
  retryStrategy: "isolated",
  reporter: "list",
  use: {
    // The installed one; none is downloaded.
    launchOptions: HEADLESS_SHELL,
    // Playwright does not see requests that a worker handles. The journeys about the installed app allow it.
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "America/Chicago",
    trace: "off",
    video: "off",
  },
});
