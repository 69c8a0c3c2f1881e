import { expect, test } from "vitest";
import { parseFilter, toSearch, writeFilter } from "./filter.ts";

const NONE = { jobId: "", status: "", from: "", to: "", q: "" };

test.each([
  ["", NONE],
  ["?jobId=3&status=Failed&q=strike", { ...NONE, jobId: "3", status: "Failed", q: "strike" }],
  ["?status=SecondPhaseFailed", { ...NONE, status: "SecondPhaseFailed" }],
  ["?jobId=x&status=Done&from=noon&to=2026-05-01", { ...NONE, to: "2026-05-01" }],
])("%s is %j", (search, filter) => {
  expect(parseFilter(search)).toEqual(filter);
});

test("a filter survives writing and parsing", () => {
  const filter = { jobId: "3", status: "Failed", from: "2026-05-01", to: "2026-05-02", q: "100 % & more" };
  expect(parseFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter(NONE)).toBe("");
});

test("days are local", () => {
  const search = toSearch({ ...NONE, from: "2026-05-01", to: "2026-05-01", q: " x " });
  expect(search).toEqual({
    from: new Date("2026-05-01T00:00:00").toISOString(),
    to: new Date("2026-05-01T23:59:59.999").toISOString(),
    q: "x",
  });
  expect(toSearch(NONE)).toEqual({});
  expect(toSearch({ ...NONE, status: "SecondPhaseFailed" })).toEqual({ phaseTwoStatus: "Failed" });
});
