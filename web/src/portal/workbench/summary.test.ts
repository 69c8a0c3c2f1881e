import { expect, test } from "vitest";
import type { Preview } from "../../data/preview.ts";
import { foundText, missingTexts, summarize } from "./summary.ts";

function preview(given: Partial<Preview>): Preview {
  return {
    items: [],
    count: 0,
    scopes: [],
    spans: [],
    misses: [],
    unread: [],
    truncated: false,
    warnings: [],
    ...given,
  };
}
const miss = (record: number, field: string) => ({ record, field, pattern: "x" });
const unread = [
  { start: 1, end: 2, kind: "start" },
  { start: 3, end: 4, kind: "start" },
] as const;
const possibleStrike = { start: 5, end: 6, kind: "possibleStrike" } as const;
const FIELDS = ["Latitude", "Longitude"];

test.each([
  ["all read", { count: 3 }, "good", "3 records found", []],
  ["one record", { count: 1 }, "good", "1 record found", []],
  ["nothing", { count: 0 }, "idle", "No records found", ["Choose how the strikes are separated."]],
  [
    "unread",
    { count: 3, unread },
    "bad",
    "3 records found, 2 unread",
    [
      "2 records start inside another record and are not read: their strikes would be lost. Choose another way to separate the strikes, or remove the close pattern.",
    ],
  ],
  [
    "possible strike",
    { count: 3, unread: [possibleStrike] },
    "bad",
    "3 records found, 1 unread",
    [
      "1 part of the text looks like a strike that no record reads: the strike would be lost. Choose another way to separate the strikes, or add a pattern to Ignore if this is not a strike.",
    ],
  ],
  [
    "first lines in the record before",
    { count: 3, unread: [{ start: 5, end: 6, kind: "headOfNext" } as const] },
    "bad",
    "3 records found, 1 unread",
    [
      "The first line of each record is part of the record before it: a strike would get the values of the next one. Choose a way to separate the strikes in which a record starts with its first line.",
    ],
  ],
  [
    "missing",
    { count: 6, misses: [miss(2, "Longitude"), miss(5, "Longitude")] },
    "warn",
    "6 records found",
    ["Longitude was not found in records 3, 6."],
  ],
  [
    "failing",
    { count: 2, error: "record 1: required field Latitude is missing", misses: [miss(1, "Latitude")] },
    "bad",
    "Would fail",
    ["record 2: required field Latitude is missing", "2 records found.", "Latitude was not found in record 2."],
  ],
] as const)("%s", (_, given, tone, label, sentences) => {
  expect(summarize(preview(given as Partial<Preview>), FIELDS)).toEqual({ tone, label, sentences, detail: null });
});

test("records without a field are not a success", () => {
  expect(summarize(preview({ count: 2 }), [])).toEqual({
    tone: "idle",
    label: "2 records found",
    sentences: ["No field is read yet. Select a value in the text below."],
    detail: null,
  });
});

test("only a preview that reads everything is good", () => {
  for (const given of [{ unread: [...unread] }, { misses: [miss(0, "Latitude")] }, { error: "no" }, { count: 0 }]) {
    expect(summarize(preview({ count: 2, ...given }), FIELDS).tone).not.toBe("good");
  }
});

test("many missing records are counted, not listed", () => {
  const misses = Array.from({ length: 1500 }, (_, record) => miss(record, "Latitude"));
  expect(missingTexts(preview({ count: 2000, misses }), FIELDS)).toEqual([
    "Latitude was not found in records 1, 2, 3, 4, 5, 6, 7, 8 and 1,492 more.",
  ]);
  expect(missingTexts(preview({ count: 1500, misses }), FIELDS)).toEqual(["Latitude was not found in any record."]);
});

test("a found field is shown with its first values", () => {
  expect(foundText(4, 4, ["34.7283", "34.7301"])).toBe("Found in 4 of 4 records: 34.7283, 34.7301, …");
  expect(foundText(1, 1, ["34.7283"])).toBe("Found in 1 of 1 record: 34.7283");
  expect(foundText(0, 3, [])).toBe("Found in 0 of 3 records");
});
