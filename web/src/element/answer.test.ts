import { expect, test } from "vitest";
import { readAnswer, readRefusal } from "./answer.ts";
import { AS_OF, body, clearBlock, proximity } from "./sample.ts";

test("an answer is read", () => {
  expect(readAnswer(body())).toEqual({
    asOf: AS_OF,
    feed: { healthy: true, reason: null },
    name: "Maple Pool",
    radiusMiles: 8,
    dangerMinutes: 30,
    status: "Active",
    last: { distanceMiles: 2.345, at: Date.parse("2026-11-15T19:59:00Z"), type: "Ground Stroke Lightning" },
    closest: { distanceMiles: 1.1, at: Date.parse("2026-11-15T19:50:00Z"), type: "Cloud Stroke Lightning" },
    count: 3,
    clearAt: Date.parse("2026-11-15T20:29:00Z"),
  });
});

test("no strike at all is an answer", () => {
  expect(readAnswer(body({}, clearBlock()))).toMatchObject({
    status: "Clear",
    last: null,
    closest: null,
    count: 0,
    clearAt: null,
  });
});

test.each([[undefined], [null], [{}], [{ healthy: "true" }], [{ healthy: 1 }]])(
  "a feed of %j is not known to live",
  (feed) => {
    expect(readAnswer(body({ feed }))?.feed.healthy).toBeNull();
  },
);

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["text", "<html>Please sign in to the Wi-Fi</html>"],
  ["an empty object", {}],
  ["no proximity", body({}, null)],
  ["no time", body({ asOf: "soon" })],
  ["a number for a time", body({ asOf: 1 })],
  ["no parameters", body({ parameters: null })],
  ["another status", body({}, proximity({ status: "clear" }))],
  ["a status of its own", body({}, proximity({ status: "Safe" }))],
  ["no count", body({}, proximity({ countInWindow: null }))],
  ["a count below nothing", body({}, proximity({ countInWindow: -1 }))],
  ["a strike without a distance", body({}, proximity({ lastStrike: { timestamp: AS_OF } }))],
  ["a strike without a time", body({}, proximity({ closest: { distanceMiles: 1 } }))],
  ["an end that is no time", body({}, proximity({ clearAt: "later" }))],
])("%s is no answer", (_, told) => {
  expect(readAnswer(told)).toBeNull();
});

test.each([
  [404, "noFacility"],
  [409, "noAnchor"],
  [400, "refused"],
  [200, null],
  [401, null],
  [429, null],
  [500, null],
  [503, null],
])("%i refuses for good: %s", (code, refusal) => {
  expect(readRefusal(code)).toBe(refusal);
});
