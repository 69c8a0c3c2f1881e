import { expect, test } from "vitest";
import { fieldColors, splitByHighlights } from "./highlights.ts";

const TEXT = "Strike Lat 34 Long 86. Strike Lat 35";
const span = (record: number, field: string, start: number, end: number) => ({ record, field, start, end });
const drawn = (spans: ReturnType<typeof span>[], scopes: { record: number; start: number; end: number }[] = []) =>
  splitByHighlights(TEXT, spans, scopes).map(
    ({ text, field, record }) => `${record ?? "-"}${field === null ? "" : ` ${field}`}: ${text}`,
  );

test("pieces add up to the whole text", () => {
  expect(drawn([])).toEqual([`-: ${TEXT}`]);
  const cut = splitByHighlights(
    TEXT,
    [span(0, "Lat", 11, 13), span(0, "Long", 19, 21), span(1, "Lat", 34, 36)],
    [{ record: 0, start: 0, end: 23 }],
  );
  expect(cut.map(({ text }) => text).join("")).toBe(TEXT);
});

test("fields belong to their records", () => {
  const scopes = [
    { record: 0, start: 0, end: 23 },
    { record: 1, start: 23, end: 36 },
  ];
  expect(drawn([span(0, "Lat", 11, 13), span(1, "Lat", 34, 36)], scopes)).toEqual([
    "0: Strike Lat ",
    "0 Lat: 34",
    "0:  Long 86. ",
    "1: Strike Lat ",
    "1 Lat: 35",
  ]);
});

test("of overlapping fields the first is kept, and empty ones are dropped", () => {
  expect(drawn([span(0, "A", 0, 6), span(0, "B", 3, 9), span(0, "C", 7, 7), span(0, "D", 30, 999)])).toEqual([
    "0 A: Strike",
    "-:  Lat 34 Long 86. Strike ",
    "0 D: Lat 35",
  ]);
});

test("colors repeat when there are many fields", () => {
  expect([...fieldColors(["a", "b", "c"], 2).values()]).toEqual([0, 1, 0]);
});

test("10,000 records take linear time", () => {
  const text = "Lat 34\n".repeat(10_000);
  const spans = Array.from({ length: 10_000 }, (_, record) => span(record, "Lat", record * 7 + 4, record * 7 + 6));
  const scopes = spans.map(({ record }) => ({ record, start: record * 7, end: record * 7 + 7 }));
  const cut = splitByHighlights(text, spans, scopes);
  expect(cut.length).toBe(30_000);
  expect(
    cut
      .filter(({ field }) => field === "Lat")
      .every(({ text: found, record }, index) => found === "34" && record === index),
  ).toBe(true);
});
