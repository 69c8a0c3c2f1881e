import { expect, test } from "vitest";
import type { DisplayStatus } from "../status/status.ts";
import { readAddress, writeAddress } from "./address.ts";
import { announcementText } from "./announcement.ts";
import { ChangeDetector } from "./change-detector.ts";
import { changesOfPage, type FacilityStatus, statusChanges } from "./changes.ts";
import { facility } from "./parts/city.fixture.ts";
import { historyStart, strikesSince } from "./strike-window.ts";
import type { FacilityRow } from "./summary.ts";

const facilities = (...statuses: DisplayStatus[]): FacilityStatus[] =>
  statuses.map((status, index) => ({ id: index + 1, name: `F${index + 1}`, status }));

test("a new facility is not a change", () => {
  expect(statusChanges(facilities("Clear", "Active"), facilities("Active", "Active", "Active"))).toEqual([
    { id: 1, name: "F1", from: "Clear", to: "Active" },
  ]);
  expect(statusChanges([], facilities("Active"))).toEqual([]);
});

test("a facility that was not loaded has changed if all others were Clear", () => {
  const before = facilities("Active");
  const after = facilities("Active", "Active", "Clear", "Unknown");
  expect(statusChanges(before, after, "Clear")).toEqual([
    { id: 2, name: "F2", from: "Clear", to: "Active", isNewlyLoaded: true },
  ]);
  expect(statusChanges(before, after, null)).toEqual([]);
});

test("the detector compares with what was loaded before", () => {
  const rows = (...ids: number[]): FacilityRow[] =>
    ids.map((id) => ({ facility: facility(id, "Active"), status: "Active", warning: null }));
  const detector = new ChangeDetector();
  expect(detector.detect(rows(1), true)).toEqual([]);
  expect(detector.detect(rows(1, 2), false).map(({ id, from }) => [id, from])).toEqual([[2, "Clear"]]);
  // Now others may have been Active before.
  expect(detector.detect(rows(1, 2, 3), true)).toEqual([]);
});

test("the most severe changes come first, with at most three names", () => {
  const all = statusChanges(
    facilities("Active", "Clear", "Clear", "Clear", "Clear", "Clear"),
    facilities("Clear", "Active", "Active", "Active", "Active", "Active"),
  );
  expect(announcementText(all, "en")).toBe("F2, F3, F4, and 2 more are now Active. F1 is now Clear.");
  expect(announcementText(all, "es")).toBe("F2, F3, F4 y 2 más: ahora Activo. F1: ahora Despejado.");
  expect(announcementText([], "en")).toBe("");
});

test("the page of a facility announces only its own change", () => {
  const all = statusChanges(facilities("Clear", "Clear", "Clear"), facilities("Active", "Active", "Clear"));
  expect(announcementText(changesOfPage(all, 2), "en")).toBe("F2 is now Active.");
  expect(changesOfPage(all, 3)).toEqual([]);
  expect(changesOfPage(all, null)).toEqual(all);
});

test.each<[string, string, ReturnType<typeof readAddress>]>([
  ["/", "", { facility: null, search: "", language: null }],
  ["/f/12", "?lang=es", { facility: 12, search: "", language: "es" }],
  ["/f/12/", "?q=north+pool", { facility: 12, search: "north pool", language: null }],
  ["/f/0", "", { facility: null, search: "", language: null }],
  ["/f/x", "?lang=tlh", { facility: null, search: "", language: "en" }],
])("%s%s is parsed", (path, query, address) => {
  expect(readAddress(path, query)).toEqual(address);
});

test.each(["/", "/f/12", "/?q=north+pool", "/f/7?q=a%26b&lang=es"])("%s is parsed and written unchanged", (text) => {
  const [path = "", query = ""] = text.split("?");
  expect(writeAddress(readAddress(path, query === "" ? "" : `?${query}`))).toBe(text);
});

const known = { asOf: "2026-05-01T12:00:00Z", pollsSinceFullHistory: 1, historyHours: 8 };

test.each<[string, Parameters<typeof strikesSince>, string | undefined]>([
  ["the first poll", [{ ...known, asOf: null }, 8], undefined],
  ["a usual poll", [known, 8], "2026-05-01T11:40:00.000Z"],
  ["every tenth poll", [{ ...known, pollsSinceFullHistory: 10 }, 8], undefined],
  ["a longer history", [known, 24], undefined],
  ["a shorter history", [known, 1], "2026-05-01T11:40:00.000Z"],
  ["an invalid time", [{ ...known, asOf: "never" }, 8], undefined],
])("%s requests from %s", (_, given, since) => {
  expect(strikesSince(...given)).toBe(since);
});

test("the history start is that many hours ago", () => {
  expect(historyStart(Date.parse("2026-05-01T12:00:00Z"), 24)).toBe("2026-04-30T12:00:00.000Z");
});
