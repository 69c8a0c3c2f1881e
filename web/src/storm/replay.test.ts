import { expect, test } from "vitest";
import type { FacilityThreat, Proximity } from "../data/lightning.ts";
import type { DisplayStatus, Status } from "../status/status.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import {
  lastStrikeText,
  ringTexts,
  strikeCountText,
  type TextContext,
  waitText,
  warningText,
} from "./facility-text.ts";
import { liveChipText } from "./live-chip.ts";
import { replayHeadline, replayTitle } from "./replay-banner.ts";
import type { CitySummary, FacilityRow } from "./summary.ts";

const NOW = Date.parse("2026-05-01T19:00:00Z");
const context: TextContext = {
  language: "en",
  timeZone: "America/Chicago",
  now: NOW,
  isReplay: true,
  rule: () => ({ radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 }),
};

function row(status: DisplayStatus, name = "Pool"): FacilityRow {
  const proximity: Proximity = {
    status: status as Status,
    lastStrike: { timestamp: "2026-05-01T18:56:00Z", distanceMiles: 2.3, type: "CG", kind: "ground" },
    closest: null,
    countInWindow: 3,
    allClearInMinutes: null,
    clearAt: "2026-05-01T19:12:34Z",
    policyId: 1,
    rings: [{ name: "Watch", radiusMiles: 15, active: true, lastStrikeAt: null, clearAt: "2026-05-01T19:12:34Z" }],
  } as Proximity;
  const facility: FacilityThreat = { facilityId: 1, name, latLongPoint: null, proximity };
  return { facility, status, warning: null };
}

function summary(active: number, clearing: number, status: DisplayStatus): CitySummary {
  return {
    status,
    warning: null,
    active: { count: active, first: "Pool 0" },
    clearing: { count: clearing, first: "Pool 0" },
    clear: 1,
    unlocated: 0,
    all: active + clearing + 1,
  };
}

test.each<[Language, string]>([
  ["en", "REPLAY 16:59 – it was Clear"],
  ["es", "REPETICIÓN 16:59 – el estado era Despejado"],
])("the banner of a replay in %s has the time and the past tense", (language, title) => {
  expect(replayTitle("16:59", STATUS_TEXT[language].status.Clear, language)).toBe(title);
});

test.each<[CitySummary, string]>([
  [summary(1, 0, "Active"), "There was lightning near Pool 0"],
  [summary(14, 6, "Active"), "There was lightning near 14 facilities"],
  [summary(0, 2, "Clearing"), "2 facilities were waiting for the all clear"],
  [summary(0, 0, "Clear"), "No lightning had been reported near any facility"],
  [{ ...summary(0, 0, "Unknown"), warning: "feed" }, "There is no record that the lightning feed worked at this time."],
  [{ ...summary(0, 0, "Unknown"), warning: "waiting" }, "Loading status…"],
])("the headline of a replay is past tense: %#", (given, headline) => {
  expect(replayHeadline(given, "en")).toBe(headline);
});

test.each<[CitySummary, Language, string]>([
  [summary(14, 0, "Active"), "en", "LIVE now: 14 Active – return"],
  [summary(8, 6, "Active"), "en", "LIVE now: 8 Active, 6 Clearing – return"],
  [summary(0, 0, "Clear"), "en", "LIVE now: Clear – return"],
  [summary(0, 0, "Unknown"), "en", "LIVE now: Unknown – return"],
  [{ ...summary(0, 0, "Unknown"), warning: "waiting" }, "en", "LIVE now: … – return"],
  [summary(1, 0, "Active"), "es", "EN VIVO: 1 Activo – volver"],
])("the live chip counts threatened facilities: %#", (live, language, text) => {
  expect(liveChipText(live, language)).toBe(text);
});

test("counts of loaded facilities say that there may be more", () => {
  const group = { count: 200, first: "Pool 0", isAtLeast: true };
  const [active, waiting] = [
    { ...summary(0, 0, "Active"), active: group, clearing: { ...group, count: 0 } },
    { ...summary(0, 0, "Clearing"), clearing: group },
  ];
  expect(replayHeadline(active, "en")).toBe("There was lightning near 200 or more facilities");
  expect(replayHeadline(waiting, "es")).toBe("200 o más instalaciones esperaban el fin de la alerta");
  expect(liveChipText(active, "en")).toBe("LIVE now: 200+ Active – return");
});

test("sentences about a facility are in the past tense", () => {
  const active = row("Active");
  expect(waitText(active, context)).toBe("The all clear was due at 14:12:34");
  expect(lastStrikeText(active.facility, context)).toBe("2.3 miles, 4 min earlier");
  expect(strikeCountText(active.facility, context)).toBe("3 strikes within 8 miles in the 30 minutes before");
  expect(ringTexts(active, context)).toEqual(["Watch (15 miles): was active"]);
  expect(warningText({ ...active, warning: "caution" }, true, context)).toContain("no record");
});
