import { expect, test } from "vitest";
import { queryString, retryAfterMs } from "./public-api.ts";

test.each([
  [null, null],
  ["7", 7_000],
  [" 30 ", 30_000],
  ["soon", null],
  ["Wed, 21 Oct 2026 07:28:00 GMT", null],
  ["-1", null],
])("Retry-After %s waits %s ms", (header, ms) => {
  expect(retryAfterMs(header)).toBe(ms);
});

test("undefined parameters are left out", () => {
  expect(queryString({})).toBe("");
  expect(queryString({ asOf: undefined, radiusMiles: 8 })).toBe("?radiusMiles=8");
  expect(queryString({ bbox: "1,2,3,4" })).toBe("?bbox=1%2C2%2C3%2C4");
});
