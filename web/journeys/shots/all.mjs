// Takes all screenshots into target/screenshots, and publishes some of them into docs/screenshots. Each group gets its own
// service, because some change its data or its clock. Names of groups as arguments take only those, and publish nothing.
import { chromium } from "@playwright/test";
import { CHROMIUM, startService } from "../service.mjs";
import { takeElement } from "./element.mjs";
import { takeEmails } from "./emails.mjs";
import { takePortalPages } from "./portal-pages.mjs";
import { publish } from "./publish.mjs";
import { takeStormPages } from "./storm-pages.mjs";
import { takeWatcherPages } from "./watcher-pages.mjs";

const GROUPS = {
  portal: takePortalPages,
  watchers: takeWatcherPages,
  element: takeElement,
  storm: takeStormPages,
  emails: takeEmails,
};

const selected = process.argv.slice(2);
const browser = await chromium.launch(CHROMIUM);
try {
  for (const [name, take] of Object.entries(GROUPS)) {
    if (selected.length > 0 && !selected.includes(name)) continue;
    const service = await startService();
    try {
      await take(browser, service);
    } finally {
      await service.stop();
    }
  }
  if (selected.length === 0) await publish(browser);
} finally {
  await browser.close();
}
