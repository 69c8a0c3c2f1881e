import { expect, test } from "vitest";
import type { Parameters, Proximity } from "../data/lightning.ts";
import { RequestFailed } from "../data/public-api.ts";
import type { DisplayStatus, Status } from "../status/status.ts";
import { requestProblem } from "./banner.ts";
import type { TextContext } from "./facility-text.ts";
import { feedReason } from "./feed-reason.ts";
import { milesBetween, sortByDistance } from "./near-distance.ts";
import { tabIcon, tabTitle } from "./page-status.ts";
import { strikeFacts, strikeSummary } from "./strike-facts.ts";
import type { FacilityRow } from "./summary.ts";
import { STORM_TEXT } from "./text.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const RULE: Parameters = { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 };
const context: TextContext = { language: "en", timeZone: "UTC", now: NOW, rule: () => RULE };

function row(status: DisplayStatus, more: Partial<Proximity> = {}): FacilityRow {
  const proximity: Proximity = {
    status: (status === "Unknown" ? "Clear" : status) as Status,
    lastStrike: { distanceMiles: 10.7, ageMinutes: 1, timestamp: "2026-05-01T11:59:00Z", type: "CG", kind: "ground" },
    closest: { distanceMiles: 0.1, timestamp: "2026-05-01T10:48:00Z", type: "CG", kind: "ground" },
    countInWindow: 0,
    nearestInWindowMiles: null,
    allClearInMinutes: null,
    clearAt: null,
    policyId: 1,
    rings: [],
    ...more,
  };
  return { facility: { facilityId: 1, name: "Pool", latLongPoint: null, proximity }, status, warning: null };
}

const active = row("Active", { nearestInWindowMiles: 2.25, clearAt: "2026-05-01T12:26:00Z" });

test("each fact says of which strikes it is", () => {
  expect(strikeFacts(active, context)).toEqual([
    { label: "Nearest strike in 30 minutes", value: "2.3 miles" },
    { label: "Last within 8 miles", value: "4 min ago" },
    { label: "Closest in 8 hours", value: "0.1 miles, 10:48:00" },
    { label: "Newest strike anywhere", value: "10.7 miles, 60 s ago" },
  ]);
});

test("an unknown status has no numbers", () => {
  expect(strikeFacts(row("Unknown"), context)).toEqual([]);
  expect(strikeSummary(row("Unknown"), context)).toBeNull();
});

test.each<[FacilityRow, string]>([
  [active, "Nearest strike in 30 minutes: 2.3 miles"],
  [row("Clearing", { clearAt: "2026-05-01T12:26:00Z" }), "Last within 8 miles: 4 min ago"],
  [row("Clear"), "No strike within 8 miles in 30 minutes."],
])("a list shows what decides its order", (given, text) => {
  expect(strikeSummary(given, context)).toBe(text);
});

test.each<[string, number | null, string, string]>([
  ["no response", null, "Cannot reach the server.", "No se puede conectar con el servidor."],
  ["a rejected request", 400, "The server rejected the request.", "El servidor rechazó la solicitud."],
  ["a failing server", 500, "The server returned an error.", "El servidor devolvió un error."],
])("%s has a reason of its own", (_, status, english, spanish) => {
  const error = new RequestFailed(status, null, null);
  expect(requestProblem(error, "en")).toContain(english);
  expect(requestProblem(error, "es")).toContain(spanish);
});

test("where not all facilities are loaded there may be more", () => {
  const group = { count: 200, first: "Pool", isAtLeast: true };
  expect(STORM_TEXT.en.near(group, 3_005)).toBe("Lightning near at least 200 of 3005 facilities.");
  expect(STORM_TEXT.es.waitingAt(group, 3_005)).toBe(
    "Esperando el fin de la alerta en al menos 200 de 3005 instalaciones.",
  );
});

test.each<[number, number, string, string]>([
  [14, 21, "Lightning near 14 of 21 facilities.", "Rayos cerca de 14 de 21 instalaciones."],
  [21, 21, "Lightning near all 21 facilities.", "Rayos cerca de las 21 instalaciones."],
  [1, 21, "Lightning near Pool.", "Rayos cerca de Pool."],
])("%i of %i Active: %s", (count, all, english, spanish) => {
  expect(STORM_TEXT.en.near({ count, first: "Pool" }, all)).toBe(english);
  expect(STORM_TEXT.es.near({ count, first: "Pool" }, all)).toBe(spanish);
});

const REASON = "the vendor's mailbox was last polled successfully at 2026-05-01T11:00:00Z";

test.each<[string, string[], string]>([
  ["en", ["pollOverdue"], "en"],
  ["es", ["pollOverdue"], "es"],
  ["es", ["pollOverdue", "addedLater"], "en"],
  ["es", [], "en"],
])("a reason for a reader of %s with codes %j is in %s", (language, reasonCodes, expected) => {
  const found = feedReason({ reason: REASON, reasonCodes }, language as "en" | "es", "UTC");
  expect(found?.language).toBe(expected);
  expect(found?.text.includes("buzón")).toBe(expected === "es");
});

test("several reasons are one sentence, and none is none", () => {
  const codes = { reason: REASON, reasonCodes: ["messageFailed", "clockDifference"] };
  expect(feedReason(codes, "es", "UTC")?.text).toBe(
    "falló el procesamiento de un mensaje reciente; el reloj del servidor difiere del reloj del servicio de correo.",
  );
  expect(feedReason({ reason: null, reasonCodes: [] }, "es", "UTC")).toBeNull();
});

test("the nearest facility is first; one without a location is last", () => {
  const here = { lat: 34.73, lng: -86.59 };
  // GeodSolve -i <<< "34.73 -86.59 34.80 -86.60": 7,820 m
  expect(milesBetween(here, { lat: 34.8, lng: -86.6 })).toBeCloseTo(4.86, 1);
  const miles = new Map<string, number | null>([
    ["far", 9],
    ["unknown", null],
    ["near", 1],
  ]);
  expect(sortByDistance(["far", "unknown", "near"], (name) => miles.get(name) ?? null)).toEqual([
    "near",
    "far",
    "unknown",
  ]);
});

test("the tab has the status in its title and its icon", () => {
  expect(tabTitle("Active", "Birch Fields")).toBe("Active – Birch Fields");
  expect(tabIcon("Active")).not.toBe(tabIcon("Clear"));
});
