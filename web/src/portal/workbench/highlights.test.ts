import { expect, test } from "vitest";
import { fieldColors, splitByHighlights, visibleUnread } from "./highlights.ts";

const TEXT = "Strike Lat 34 Long 86. Strike Lat 35";
const span = (record: number, field: string, start: number, end: number) => ({ record, field, start, end });
const drawn = (spans: ReturnType<typeof span>[], scopes: { record: number; start: number; end: number }[] = []) =>
  splitByHighlights(TEXT, { spans, scopes, unread: [] }).map(
    ({ text, field, record }) => `${record ?? "-"}${field === null ? "" : ` ${field}`}: ${text}`,
  );

test("pieces add up to the whole text", () => {
  expect(drawn([])).toEqual([`-: ${TEXT}`]);
  const cut = splitByHighlights(TEXT, {
    spans: [span(0, "Lat", 11, 13), span(0, "Long", 19, 21), span(1, "Lat", 34, 36)],
    scopes: [{ record: 0, start: 0, end: 23 }],
    unread: [{ start: 23, end: 29 }],
  });
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
  const cut = splitByHighlights(text, { spans, scopes, unread: [] });
  expect(cut.length).toBe(30_000);
  expect(
    cut
      .filter(({ field }) => field === "Lat")
      .every(({ text: found, record }, index) => found === "34" && record === index),
  ).toBe(true);
});

test("unread starts and text outside of records are pieces of their own", () => {
  const text = "Dear all\nStrike 1\nStrike 2\nBye";
  const pieces = splitByHighlights(text, {
    spans: [span(0, "Id", 16, 17)],
    scopes: [{ record: 0, start: 9, end: 26 }],
    unread: [{ start: 18, end: 24 }],
  });
  const kind = ({ isUnread, field, record }: (typeof pieces)[number]) =>
    isUnread ? "unread" : (field ?? (record === null ? "outside" : "record"));
  expect(pieces.map((piece) => `${kind(piece)}: ${piece.text}`)).toEqual([
    "outside: Dear all\n",
    "record: Strike ",
    "Id: 1",
    "record: \n",
    "unread: Strike",
    "record:  2",
    "outside: \nBye",
  ]);
});

test("a start without visible text is shown as its line", () => {
  const text = "a,1\nb,2\n  c,3\n\n";
  const shown = (...unread: [number, number][]) =>
    visibleUnread(
      text,
      unread.map(([start, end]) => ({ start, end })),
    ).map(({ start, end }) => text.slice(start, end));
  expect(shown([4, 4])).toEqual(["b,2"]);
  expect(shown([7, 10], [3, 4])).toEqual(["b,2", "c,3"]);
  expect(shown([0, 0], [2, 2])).toEqual(["a,", "1"]);
  expect(shown([text.length, text.length])).toEqual([""]);
  expect(shown([4, 5])).toEqual(["b"]);
});
