import { expect, test } from "vitest";
import type { LogPage } from "../../data/log.ts";
import { countText } from "./page-text.ts";

function page(count: number, more: Partial<LogPage> = {}): LogPage {
  return { items: Array.from({ length: count }, (_, id) => ({ id })), ...more } as unknown as LogPage;
}

const SEARCHED = { nextCursor: "older", searchedTo: "2026-05-01T12:00:00Z" };

test.each([
  [page(0), "No messages found."],
  [page(1), "1 message"],
  [page(2), "2 messages"],
  [page(50, { nextCursor: "older" }), "50+ messages"],
  [page(0, SEARCHED), "No messages found. Searched back to May 1, 2026, 12:00 PM UTC."],
  [page(1, SEARCHED), "1+ messages. Searched back to May 1, 2026, 12:00 PM UTC."],
])("%#", (shown, expected) => {
  expect(countText(shown, { timeZone: "UTC" })).toBe(expected);
});
