import { afterEach, expect, test } from "vitest";
import type { ShadowRun } from "../../data/shadow-run.ts";
import { setPageLanguage } from "../../status-text/page-language.ts";
import { differenceTitle, reportText, sideText } from "./report.ts";

afterEach(() => setPageLanguage("en"));

function run(change: Partial<ShadowRun>): ShadowRun {
  const message = { messageKey: "k", result: "Unchanged" as const, differences: [] };
  const counts = { unchanged: 0, changed: 0, broken: 0, unreadable: 0, excluded: 0, leftOut: 0 };
  const tried = (change.unchanged ?? 0) + (change.changed ?? 0) + (change.broken ?? 0) + (change.unreadable ?? 0);
  return { ...counts, truncated: false, messages: Array.from({ length: tried }, () => message), ...change };
}

test("a report counts what differs first", () => {
  expect(reportText(run({ broken: 1, unchanged: 499 }))).toBe("500 messages tried: 1 would fail, 499 unchanged.");
  expect(reportText(run({ changed: 1 }))).toBe("1 message tried: 1 would change.");
  expect(reportText(run({}))).toBe("There are no messages to try.");
  expect(reportText(run({ excluded: 2, leftOut: 1, truncated: true }))).toBe(
    "There are no messages to try. 2 messages are excluded by the filters. 1 message was not tried, because the time was up. Not all differences are shown, because there are too many.",
  );
});

test("a report is in the language of the page", () => {
  setPageLanguage("es");
  expect(reportText(run({ broken: 2, changed: 1, unreadable: 1 }))).toBe(
    "4 mensajes probados: 2 fallarían, 1 cambiaría, 1 no se pudo leer.",
  );
});

test("a difference names its action, phase and kind", () => {
  const difference = { action: "Extract", phase: 2, kind: "Calls" as const, before: null, after: 1 };
  expect(differenceTitle(difference)).toBe("Extract, phase 2: Calls");
  expect(differenceTitle({ ...difference, action: "" })).toBe("Whole message: Calls");
});

test("texts are shown as they are and other values as JSON", () => {
  expect(sideText(null)).toBe("nothing");
  expect(sideText("no value")).toBe("no value");
  expect(sideText({ A: [1] })).toBe('{\n  "A": [\n    1\n  ]\n}');
});
