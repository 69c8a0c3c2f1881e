import { expect, test } from "vitest";
import type { FacilityThreat, Proximity } from "../data/lightning.ts";
import type { Doubt } from "../words/freshness.ts";
import type { Standing, Status } from "../words/standing.ts";
import { closestWords, countWords, doubtWords, inCity, lastWords, type Saying, waitWords } from "./sentence.ts";
import type { Row } from "./summary.ts";

const NOW = Date.parse("2026-05-01T19:00:00Z");
const saying: Saying = {
  language: "en",
  timeZone: "America/Chicago",
  now: NOW,
  parameters: { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 },
};

function row(standing: Standing, doubt: Doubt, more: Partial<Proximity> = {}): Row {
  const proximity: Proximity = {
    status: standing as Status,
    lastStrike: null,
    closest: null,
    countInWindow: 0,
    allClearInMinutes: null,
    clearAt: null,
    ...more,
  };
  return { facility: { facilityId: 1, name: "Pool", latLongPoint: null, proximity }, standing, doubt };
}

const clearAt = "2026-05-01T19:12:34Z";

test.each<[string, Row, string | null]>([
  ["counts down", row("Active", null, { clearAt }), "All clear in 12:34 if nothing more strikes"],
  ["counts down while clearing", row("Clearing", null, { clearAt }), "All clear in 12:34 if nothing more strikes"],
  ["waits for the word", row("Active", null, { clearAt: "2026-05-01T18:59:59Z" }), "Waiting for the all clear"],
  ["promises nothing without a feed", row("Active", "caution", { clearAt }), "No all clear before 14:12:34"],
  ["has nothing to wait for", row("Clear", null), null],
  ["is silent when nothing is known", row("Unknown", "expired", { clearAt }), null],
  ["takes no nonsense", row("Active", null, { clearAt: "soon" }), null],
])("the wait %s", (_, given, words) => {
  expect(waitWords(given, saying)).toBe(words);
});

test("strikes are told with distance and age, in the city's time", () => {
  const { facility } = row("Active", null, {
    lastStrike: {
      distanceMiles: 2.25,
      ageMinutes: 4,
      timestamp: "2026-05-01T18:56:00Z",
      type: "Ground Stroke Lightning",
    },
    closest: { distanceMiles: 0.8, timestamp: "2026-05-01T18:52:10Z", type: "Cloud Stroke Lightning" },
    countInWindow: 3,
  });
  expect(lastWords(facility, saying)).toBe("2.3 miles, 4 min ago");
  expect(closestWords(facility, saying)).toBe("0.8 miles, 13:52:10");
  expect(countWords(facility, saying)).toBe("3 strikes within 8 miles in 30 minutes");
});

test("no strike is none", () => {
  expect(lastWords(row("Clear", null).facility, saying)).toBe("none");
  expect(closestWords(row("Clear", null).facility, { ...saying, language: "es" })).toBe("ninguno");
});

test.each<[Doubt, boolean | null, string | null]>([
  [null, true, null],
  ["feed", null, "No lightning feed is set up."],
  ["feed", false, "The lightning feed is not working."],
  ["caution", false, "The lightning feed is not known to be working. It may be worse than shown."],
  ["expired", true, "This display has had no news for too long."],
])("the doubt %s with feed %s is “%s”", (doubt, healthy, words) => {
  expect(doubtWords(row("Unknown", doubt), healthy, "en")).toBe(words);
});

test("a facility without a position says so", () => {
  const unplaced: FacilityThreat = { facilityId: 1, name: "Depot", latLongPoint: null, proximity: null };
  expect(doubtWords({ facility: unplaced, standing: "Unknown", doubt: "waiting" }, true, "en")).toBe(
    "This facility has no position.",
  );
});

test("the times in a reason are those of the city", () => {
  const reason =
    "the vendor's mailbox was last looked at successfully at 2026-11-15T14:20:00Z; a message received at 2026-11-15T03:00:09Z failed";
  expect(inCity(reason, "America/Chicago")).toBe(
    "the vendor's mailbox was last looked at successfully at Nov 15, 08:20:00; a message received at Nov 14, 21:00:09 failed",
  );
  expect(inCity("the mail provider does not tell its time", undefined)).toBe(
    "the mail provider does not tell its time",
  );
});
