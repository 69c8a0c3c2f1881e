import { expect, test } from "vitest";
import { isShort, readFilter, searchOf, writeFilter } from "./filter.ts";

const NONE = { jobId: "", status: "", from: "", to: "", q: "" };

test.each([
  ["", NONE],
  ["?jobId=3&status=Failed&q=strike", { ...NONE, jobId: "3", status: "Failed", q: "strike" }],
  ["?status=SecondPhaseFailed", { ...NONE, status: "SecondPhaseFailed" }],
  ["?jobId=x&status=Done&from=noon&to=2026-05-01", { ...NONE, to: "2026-05-01" }],
])("%s is %j", (search, filter) => {
  expect(readFilter(search)).toEqual(filter);
});

test("what is written is read again, and nothing is written for nothing", () => {
  const filter = { jobId: "3", status: "Failed", from: "2026-05-01", to: "2026-05-02", q: "100 % & more" };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter(NONE)).toBe("");
});

test("days begin and end where the reader is", () => {
  const search = searchOf({ ...NONE, from: "2026-05-01", to: "2026-05-01", q: " x " });
  expect(search).toEqual({
    from: new Date("2026-05-01T00:00:00").toISOString(),
    to: new Date("2026-05-01T23:59:59.999").toISOString(),
    q: "x",
  });
  expect(searchOf(NONE)).toEqual({});
  expect(searchOf({ ...NONE, status: "SecondPhaseFailed" })).toEqual({ phaseTwoStatus: "Failed" });
});

test.each([
  [{ ...NONE, q: "x" }, true],
  [{ ...NONE, q: "x", from: "2026-05-01" }, false],
  [NONE, false],
])("%j looks at 30 days alone: %s", (filter, short) => {
  expect(isShort(filter)).toBe(short);
});
