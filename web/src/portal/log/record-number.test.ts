import { expect, test } from "vitest";
import { withRecordNumber } from "./record-number.ts";

test.each([
  [
    "record 0: required field Type is missing: the pattern `x` did not match",
    "record 1: required field Type is missing: the pattern `x` did not match",
  ],
  [
    "record 9: field Lat: `95`, found by the pattern `x`, is not a latitude",
    "record 10: field Lat: `95`, found by the pattern `x`, is not a latitude",
  ],
  ["the server answered: record 5 not found", "the server answered: record 5 not found"],
])("%s", (error, shown) => {
  expect(withRecordNumber(error)).toBe(shown);
});
