import { expect, test } from "vitest";
import { exportPath, parseFilter, toSearch, writeFilter } from "./filter.ts";

const FILTER = { q: "203.0.113.7", user: "ann", action: "sign-in-failed", from: "2026-05-01", to: "" };

test("the filter survives the address", () => {
  expect(parseFilter(writeFilter(FILTER))).toEqual(FILTER);
  expect(writeFilter({ q: "", user: "", action: "", from: "", to: "" })).toBe("");
});

test("an unknown action is dropped", () => {
  expect(parseFilter("?action=melt").action).toBe("");
});

test("days become times and empty fields are left out", () => {
  expect(toSearch({ ...FILTER, q: "  ", from: "nonsense" })).toEqual({ user: "ann", action: "sign-in-failed" });
  expect(toSearch(FILTER).from).toBe(new Date("2026-05-01T00:00:00.000").toISOString());
});

test("an export has the filter of the page", () => {
  expect(exportPath({ ...FILTER, from: "" }, "csv")).toBe(
    "/audit/export?format=csv&q=203.0.113.7&user=ann&action=sign-in-failed",
  );
});
