import { expect, test } from "vitest";
import { AS_OF, body, clearProximity, proximity } from "./response.fixture.ts";
import { parseRejection, parseResponse } from "./response.ts";

test("a report is parsed", () => {
  expect(parseResponse(body())).toEqual({
    asOf: AS_OF,
    feed: { healthy: true, reason: null },
    name: "Maple Pool",
    radiusMiles: 8,
    dangerMinutes: 30,
    status: "Active",
    last: { distanceMiles: 2.345, at: Date.parse("2026-11-15T19:59:00Z"), kind: "ground" },
    closest: { distanceMiles: 1.1, at: Date.parse("2026-11-15T19:50:00Z"), kind: "cloud" },
    count: 3,
    clearAt: Date.parse("2026-11-15T20:29:00Z"),
    timeZone: "America/Chicago",
  });
});

test.each([undefined, null, 5, "Mars/Base"])("a time zone of %j is not used", (timezone) => {
  expect(parseResponse(body({ timezone }))?.timeZone).toBeUndefined();
});

test("a report without strikes is valid", () => {
  expect(parseResponse(body({}, clearProximity()))).toMatchObject({
    status: "Clear",
    last: null,
    closest: null,
    count: 0,
    clearAt: null,
  });
});

test.each([[undefined], [null], [{}], [{ healthy: "true" }], [{ healthy: 1 }]])(
  "a feed of %j is not known to be healthy",
  (feed) => {
    expect(parseResponse(body({ feed }))?.feed.healthy).toBeNull();
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
  ["a status in lower case", body({}, proximity({ status: "clear" }))],
  ["an unknown status", body({}, proximity({ status: "Safe" }))],
  ["no count", body({}, proximity({ countInWindow: null }))],
  ["a negative count", body({}, proximity({ countInWindow: -1 }))],
  ["a strike without a distance", body({}, proximity({ lastStrike: { timestamp: AS_OF } }))],
  ["a strike without a time", body({}, proximity({ closest: { distanceMiles: 1 } }))],
  ["an invalid clearAt", body({}, proximity({ clearAt: "later" }))],
])("%s is rejected", (_, value) => {
  expect(parseResponse(value)).toBeNull();
});

test.each([
  [404, "noFacility"],
  [409, "noLocation"],
  [400, "rejected"],
  [200, null],
  [401, null],
  [429, null],
  [500, null],
  [503, null],
])("%i is a rejection: %s", (code, rejection) => {
  expect(parseRejection(code)).toBe(rejection);
});
