// Takes all screenshots into target/screenshots or the folder of `--out`, and publishes some of them into docs/screenshots. Each
// group gets its own service, because some change its data or its clock. Names of groups as arguments take only those, and publish
// nothing.
import { chromium } from "@playwright/test";
import { CHROMIUM, startService } from "../service.mjs";
import { takeElement } from "./element.mjs";
import { takeEmails } from "./emails.mjs";
import { takeMainPages } from "./main-pages.mjs";
import { GROUP_NAMES } from "./options.mjs";
import { takePortalPages } from "./portal-pages.mjs";
import { publish } from "./publish.mjs";
import { ALL_SIZES } from "./screenshot.mjs";
import { takeWatcherPages } from "./watcher-pages.mjs";

const GROUPS = [
  ["portal", takePortalPages],
  ["watchers", takeWatcherPages],
  ["element", takeElement],
  // A service for each size, because the storm of the demo soon reaches every facility.
  ...Object.keys(ALL_SIZES).map((size) => ["main", (browser, service) => takeMainPages(browser, service, size)]),
  ["emails", takeEmails],
];

const browser = await chromium.launch(CHROMIUM);
try {
  for (const [name, take] of GROUPS) {
    if (GROUP_NAMES.length > 0 && !GROUP_NAMES.includes(name)) continue;
    const service = await startService();
    try {
      await take(browser, service);
    } finally {
      await service.stop();
    }
  }
  if (GROUP_NAMES.length === 0) await publish(browser);
} finally {
  await browser.close();
}
