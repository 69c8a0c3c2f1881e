// The emails that the demo sends about its facilities, as a browser renders them.
import { SIZES, save, sleep } from "./screenshot.mjs";

const CREW = "crew@demo.example";

export async function takeEmails(browser, { mail }) {
  const emails = {
    "facility-mail": await waitForEmail(mail, (subject) => /\d+ of \d+ facilities active/.test(subject)),
    "all-clear-mail": await waitForEmail(mail, (subject) => subject.includes("all clear")),
  };
  for (const [name, email] of Object.entries(emails)) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const page = await browser.newPage({ viewport });
      await page.setContent(email.body.content);
      const isTooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      if (isTooWide) throw new Error(`${name} is wider than a ${size}`);
      await save(page, `${name}-${size}`);
      await page.close();
    }
  }
}

/** Advances the demo's clock until there is such an email, in steps so small that the feed stays healthy. */
async function waitForEmail(mail, matches) {
  for (;;) {
    const { items } = await (await fetch(`${mail}/_emulator/mailboxes/${CREW}/messages`)).json();
    const newest = items.filter(({ subject }) => matches(subject)).at(-1);
    if (newest) return newest;
    await fetch(`${mail}/_emulator/clock`, { method: "POST", body: JSON.stringify({ advanceSeconds: 15 }) });
    await sleep(200);
  }
}
