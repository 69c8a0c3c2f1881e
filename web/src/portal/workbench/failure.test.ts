import { expect, test } from "vitest";
import { explainFailure, withRecordNumbers } from "./failure.ts";

test.each([
  [
    "record 1: required field Latitude is missing: the pattern `Lat: ([0-9.]+)` did not match",
    "Record 2: Latitude was not found, but it is required.",
  ],
  [
    "record 0: required field Peak current: `n/a`, found by the pattern `kA: `(.*)``, is not a number",
    "Record 1, Peak current: “n/a” is not a number.",
  ],
  [
    "record 3: field Latitude: `95`, found by the pattern `(.*)`, is outside the range of a latitude, -90 to 90",
    "Record 4, Latitude: “95” is outside the range of a latitude, -90 to 90.",
  ],
  [
    "the header must be `Time,Lat,Lon`, but line 3 is `Time,Lon,Lat`; if your columns are different, change Segment.Header and the patterns of the fields; if not every message has this line, clear Segment.Header",
    "The header must be “Time,Lat,Lon”, but line 3 is “Time,Lon,Lat”. The columns may be in another order: choose again how the strikes are separated, and select the values again. If not every message has this line, clear Header.",
  ],
  ["no record found: the start pattern `(?m)^x` did not match", "No records were found."],
])("%s", (error, sentence) => {
  expect(explainFailure(error, 0)).toEqual({ sentence, detail: withRecordNumbers(error) });
});

test("a short plain message needs no details", () => {
  const error = "the text has 2000000 bytes; the limit is 1000000";
  expect(explainFailure(error, 0)).toEqual({ sentence: error, detail: null });
  expect(explainFailure("x".repeat(400), 2).sentence).toBe("The patterns do not fit this message.");
});

test("records are counted from 1", () => {
  expect(withRecordNumbers("record 0, Latitude: 71 instead of 34; Record 9 and records 3")).toBe(
    "record 1, Latitude: 71 instead of 34; Record 10 and records 3",
  );
});
