import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { offlinePage } from "./offline-page.ts";

describe("offline page", () => {
  it.each(LANGUAGES)("says Unknown and never Clear (%s)", (language) => {
    const { status } = STATUS_TEXT[language];
    for (const since of [null, Date.parse("2026-05-01T19:05:00Z")]) {
      const page = offlinePage(language, since);
      expect(page).toContain(`<h1>${status.Unknown}</h1>`);
      expect(page).toContain(`lang="${language}"`);
      for (const other of [status.Clear, status.Clearing, status.Active]) expect(page).not.toContain(`>${other}<`);
      expect(page).not.toContain("<script");
    }
  });

  it("says since when, if that is known", () => {
    expect(offlinePage("en", null)).not.toContain("since");
    expect(offlinePage("en", Date.parse("2026-05-01T19:05:00Z"))).toMatch(/Unknown since May \d, 2026, \d+:05/);
  });
});
