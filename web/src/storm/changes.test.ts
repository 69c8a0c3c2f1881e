import { expect, test } from "vitest";
import type { Standing } from "../words/standing.ts";
import { readAddress, writeAddress } from "./address.ts";
import { announcement } from "./announcing.ts";
import { historyStart, strikesSince } from "./catching-up.ts";
import { changes, type Shown } from "./changes.ts";

const shown = (...standings: Standing[]): Shown[] =>
  standings.map((standing, index) => ({ id: index + 1, name: `F${index + 1}`, standing }));

test("only what stands otherwise has changed; what is new has not", () => {
  expect(changes(shown("Clear", "Active"), shown("Active", "Active", "Active"))).toEqual([
    { id: 1, name: "F1", from: "Clear", to: "Active" },
  ]);
  expect(changes([], shown("Active"))).toEqual([]);
});

test("changes are told gravest first, and not too many names", () => {
  const all = changes(
    shown("Active", "Clear", "Clear", "Clear", "Clear", "Clear"),
    shown("Clear", "Active", "Active", "Active", "Active", "Active"),
  );
  expect(announcement(all, "en")).toBe("F2, F3, F4, and 2 more are now Active. F1 is now Clear.");
  expect(announcement(all, "es")).toBe("F2, F3, F4 y 2 más: ahora Activo. F1: ahora Despejado.");
  expect(announcement([], "en")).toBe("");
});

test.each<[string, string, ReturnType<typeof readAddress>]>([
  ["/", "", { facility: null, search: "", language: null }],
  ["/f/12", "?lang=es", { facility: 12, search: "", language: "es" }],
  ["/f/12/", "?q=north+pool", { facility: 12, search: "north pool", language: null }],
  ["/f/0", "", { facility: null, search: "", language: null }],
  ["/f/x", "?lang=tlh", { facility: null, search: "", language: "en" }],
])("%s%s is read", (path, query, address) => {
  expect(readAddress(path, query)).toEqual(address);
});

test.each(["/", "/f/12", "/?q=north+pool", "/f/7?q=a%26b&lang=es"])("%s is written as it was read", (text) => {
  const [path = "", query = ""] = text.split("?");
  expect(writeAddress(readAddress(path, query === "" ? "" : `?${query}`))).toBe(text);
});

const held = { asOf: "2026-05-01T12:00:00Z", looks: 1, historyHours: 8 };

test.each<[string, Parameters<typeof strikesSince>, string | undefined]>([
  ["the first look", [{ ...held, asOf: null }, 8], undefined],
  ["a usual look", [held, 8], "2026-05-01T11:40:00.000Z"],
  ["every tenth look", [{ ...held, looks: 10 }, 8], undefined],
  ["a longer history", [held, 24], undefined],
  ["a shorter history", [held, 1], "2026-05-01T11:40:00.000Z"],
  ["nonsense", [{ ...held, asOf: "never" }, 8], undefined],
])("%s asks from %s", (_, given, since) => {
  expect(strikesSince(...given)).toBe(since);
});

test("the history begins its hours ago", () => {
  expect(historyStart(Date.parse("2026-05-01T12:00:00Z"), 24)).toBe("2026-04-30T12:00:00.000Z");
});
