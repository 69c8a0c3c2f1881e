import { expect, test } from "vitest";
import { EventStreamParser } from "./event-stream.ts";

const TEXT = 'id: 4\nevent: snapshot\ndata: {"a": "b: c"}\n\n: alive\n\nid: 5\nevent: status\ndata: {}\n\n';
const BLOCKS = [
  { event: "snapshot", data: '{"a": "b: c"}' },
  { event: "", data: "" },
  { event: "status", data: "{}" },
];

test("blocks are events and comments", () => {
  expect(new EventStreamParser().push(TEXT)).toEqual(BLOCKS);
});

test.each([1, 2, 3, 7, 50])("a stream in parts of %s characters gives the same blocks", (size) => {
  const parser = new EventStreamParser();
  const parts = TEXT.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  expect(parts.flatMap((part) => parser.push(part))).toEqual(BLOCKS);
});

test("an unfinished block waits for its end", () => {
  const parser = new EventStreamParser();
  expect(parser.push("event: status\ndata: {}\n")).toEqual([]);
  expect(parser.push("\n")).toEqual([{ event: "status", data: "{}" }]);
});
