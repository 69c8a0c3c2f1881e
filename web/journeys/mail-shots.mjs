// Takes pictures of the mails that the demo sends about its facilities, as a browser renders them on a phone and on a desktop.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { CHROMIUM, startService } from "./service.mjs";

const FOLDER = process.env.SHOTS ?? fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const CREW = "crew@demo.example";

/** The newest mail whose subject says so. */
async function mail(provider, holds) {
  const { items } = await (await fetch(`${provider}/_emulator/mailboxes/${CREW}/messages`)).json();
  return items.filter(({ subject }) => holds(subject)).at(-1);
}

/** Moves the demo's clock on until there is such a mail: in steps so small that its mailbox counts as looked at all the time. */
async function awaited(provider, holds) {
  for (;;) {
    const found = await mail(provider, holds);
    if (found) return found;
    await fetch(`${provider}/_emulator/clock`, { method: "POST", body: JSON.stringify({ advanceSeconds: 15 }) });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const { mail: provider, stop } = await startService();
const browser = await chromium.launch(CHROMIUM);
try {
  const letters = {
    "facility-mail": await awaited(provider, (subject) => /\d+ of \d+ facilities active/.test(subject)),
    "all-clear-mail": await awaited(provider, (subject) => subject.includes("all clear")),
  };
  for (const [name, letter] of Object.entries(letters)) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const page = await browser.newPage({ viewport });
      await page.setContent(letter.body.content);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      if (wide) throw new Error(`${name} is wider than a ${size}`);
      await page.screenshot({ path: join(FOLDER, `${name}-${size}.png`) });
      await page.close();
    }
  }
} finally {
  await browser.close();
  await stop();
}
