import { expect, test } from "vitest";
import type { LogPage } from "../../data/log.ts";
import { mergeNewest } from "./merge-pages.ts";

/** A page of messages with these ids, newest first. */
function page(ids: number[], nextCursor: string | null = null): LogPage {
  return { items: ids.map((id) => ({ id })), nextCursor } as unknown as LogPage;
}

test.each([
  ["nothing new", page([3, 2, 1]), page([3, 2, 1]), page([3, 2, 1])],
  [
    "a new message, with older pages loaded",
    page([6, 5, 4, 3, 2], "two"),
    page([7, 6, 5], "five"),
    page([7, 6, 5, 4, 3, 2], "two"),
  ],
  ["new messages within one page", page([3, 2, 1]), page([5, 4, 3], "three"), page([5, 4, 3, 2, 1])],
  ["more new messages than a page holds", page([3, 2, 1], "one"), page([9, 8, 7], "seven"), page([9, 8, 7], "seven")],
  ["one no longer matches the filter", page([3, 2, 1]), page([3, 1]), page([3, 1])],
  ["no message matches any more", page([3]), page([]), page([])],
  ["the first message", page([]), page([1]), page([1])],
])("%s", (_, before, newest, expected) => {
  expect(mergeNewest(before, newest)).toEqual(expected);
});

/** A search for text, with matches that were detected in these minutes, newest first. */
function search(minutes: number[], searchedToMinute: number | null, nextCursor = searchedToMinute && "older"): LogPage {
  const time = (minute: number) => `2026-05-01T12:${String(minute).padStart(2, "0")}:00Z`;
  const items = minutes.map((minute) => ({ id: minute, detectedAt: time(minute) }));
  return {
    items,
    nextCursor,
    searchedTo: searchedToMinute === null ? null : time(searchedToMinute),
  } as unknown as LogPage;
}

test.each([
  ["a search without a match", search([], 30), search([], 31), search([], 30)],
  ["older matches stay", search([20], 10), search([], 31), search([20], 10)],
  ["a new match, with older ones", search([40, 20], null), search([50, 40], 31), search([50, 40, 20], null)],
  ["one no longer matches", search([40, 20], 10), search([], 31), search([20], 10)],
  ["the search went further than before", search([40, 35], null, "35"), search([40], 31), search([40], 31)],
])("%s", (_, before, newest, expected) => {
  expect(mergeNewest(before, newest)).toEqual(expected);
});
