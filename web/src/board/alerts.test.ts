import { expect, test } from "vitest";
import type { DisplayStatus } from "../status/status.ts";
import type { StatusChange } from "../storm/changes.ts";
import { AlertChanges, EVENT_WAIT_MS } from "./alert-changes.ts";
import { parseAnnounced } from "./announced-statuses.ts";
import { type EventCursor, eventsSince, isTooOld, movedCursor, parseCursor, unreadEvents } from "./event-cursor.ts";
import type { StatusEvent } from "./table/recent-changes.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const MINUTE = 60_000;

const change = (id: number, from: DisplayStatus, to: DisplayStatus): StatusChange => ({ id, name: `F${id}`, from, to });

const event = (id: number, facilityId: number, to: string, more: Partial<StatusEvent> = {}): StatusEvent => ({
  id,
  facilityId,
  facilityName: `F${facilityId}`,
  at: "2026-05-01T12:00:00Z",
  noticedAt: "2026-05-01T12:00:00Z",
  from: "Clear",
  to,
  cause: "Strike",
  ring: null,
  strikeId: null,
  detail: null,
  ...more,
});

test("an event is announced once, whether it or the display comes first", () => {
  const alerts = new AlertChanges();
  alerts.addEvents([event(1, 1, "Active")]);
  expect(alerts.take([], 0)).toEqual([change(1, "Clear", "Active")]);
  expect(alerts.take([change(1, "Clear", "Active")], 1)).toEqual([]);
  expect(alerts.take([change(2, "Clear", "Active")], 2)).toEqual([]);
  alerts.addEvents([event(2, 2, "Active")]);
  expect(alerts.take([], 3)).toEqual([change(2, "Clear", "Active")]);
  expect(alerts.take([], 3 + EVENT_WAIT_MS)).toEqual([]);
});

test("of several events of a facility the last is announced, and none of rings", () => {
  const alerts = new AlertChanges();
  alerts.addEvents([
    event(1, 1, "Active"),
    event(2, 1, "Clear", { from: "Active" }),
    event(3, 2, "Active", { ring: "Watch" }),
    event(4, 3, "Stormy"),
  ]);
  expect(alerts.take([], 0)).toEqual([change(1, "Active", "Clear")]);
});

test("a displayed change without an event is announced after a moment", () => {
  const alerts = new AlertChanges();
  alerts.addEvents([]);
  expect(alerts.take([change(1, "Clear", "Active")], 0)).toEqual([]);
  expect(alerts.take([], EVENT_WAIT_MS - 1)).toEqual([]);
  expect(alerts.take([], EVENT_WAIT_MS)).toEqual([change(1, "Clear", "Active")]);
  alerts.addEvents([event(1, 1, "Active")]);
  expect(alerts.take([], EVENT_WAIT_MS + 1)).toEqual([]);
});

test("without events the display is announced at once", () => {
  const alerts = new AlertChanges();
  expect(alerts.take([change(1, "Clear", "Active")], 0)).toEqual([change(1, "Clear", "Active")]);
  alerts.addEvents([event(1, 1, "Active")]);
  alerts.eventsFailed();
  expect(alerts.take([change(1, "Active", "Clear")], 1)).toEqual([change(1, "Active", "Clear")]);
});

test("a facility that was not loaded meanwhile is announced again where no event can be read", () => {
  const again = { ...change(1, "Clear", "Active"), isNewlyLoaded: true };
  const withoutEvents = new AlertChanges([[1, "Active"]]);
  expect(withoutEvents.take([again], 0)).toEqual([again]);
  const withEvents = new AlertChanges([[1, "Active"]]);
  withEvents.addEvents([]);
  expect(withEvents.take([again], 0)).toEqual([]);
});

test("a display that turns to Unknown, and back, does not wait for events", () => {
  const alerts = new AlertChanges();
  alerts.addEvents([event(1, 1, "Active")]);
  alerts.take([], 0);
  expect(alerts.take([change(1, "Active", "Unknown")], 1)).toEqual([change(1, "Active", "Unknown")]);
  expect(alerts.take([change(1, "Unknown", "Active")], 2)).toEqual([change(1, "Unknown", "Active")]);
});

test("what a page shows when it opens is not announced by a late event", () => {
  const alerts = new AlertChanges();
  alerts.open([
    { id: 1, name: "F1", status: "Active" },
    { id: 2, name: "F2", status: "Clear" },
  ]);
  alerts.addEvents([event(1, 1, "Active"), event(2, 2, "Active")]);
  expect(alerts.take([], 0)).toEqual([change(2, "Clear", "Active")]);
});

test("after a reload nothing is announced again, and what changed meanwhile is announced", () => {
  const before = new AlertChanges();
  before.open([1, 2].map((id) => ({ id, name: `F${id}`, status: "Clear" })));
  before.addEvents([]);
  before.take([change(1, "Clear", "Active")], 0);
  expect(before.take([], EVENT_WAIT_MS)).toEqual([change(1, "Clear", "Active")]);
  const after = new AlertChanges(parseAnnounced(JSON.stringify([...before.statuses])));
  after.open([1, 2].map((id) => ({ id, name: `F${id}`, status: "Active" })));
  after.addEvents([event(1, 1, "Active"), event(2, 2, "Active")]);
  expect(after.take([], 0)).toEqual([change(2, "Clear", "Active")]);
});

test("after a long time without events every unread event is announced", () => {
  const alerts = new AlertChanges([[1, "Active"]]);
  expect(isTooOld({ id: 7, readAt: NOON - 60 * MINUTE }, NOON)).toBe(false);
  expect(isTooOld({ id: 7, readAt: NOON - 61 * MINUTE }, NOON)).toBe(true);
  alerts.forget();
  alerts.addEvents([event(8, 1, "Active")]);
  expect(alerts.take([], 0)).toEqual([change(1, "Clear", "Active")]);
});

test.each([null, "", "x", "null", "{}", "[1]", '[["1","Active"]]', '[[1,"Stormy"]]'])(
  "%s announces nothing",
  (text) => {
    expect(parseAnnounced(text)).toEqual([]);
  },
);

test.each<[string, EventCursor | null, number]>([
  ["a page that was just opened", null, NOON - 5 * MINUTE],
  ["a page that polls", { id: 7, readAt: NOON - MINUTE }, NOON - 5 * MINUTE],
  ["a page that slept", { id: 7, readAt: NOON - 20 * MINUTE }, NOON - 20 * MINUTE],
  ["a tab of yesterday", { id: 7, readAt: NOON - 1440 * MINUTE }, NOON - 60 * MINUTE],
])("%s reads the events that it has not seen", (_, cursor, since) => {
  expect(eventsSince(cursor, NOON)).toBe(since);
});

test("after a reload no event is unread that was read before, and none is missed", () => {
  const before = [event(5, 1, "Active"), event(6, 2, "Active")];
  expect(unreadEvents(null, before)).toEqual([]);
  const cursor = movedCursor(null, before, NOON);
  const reloaded = parseCursor(JSON.stringify(cursor));
  expect(reloaded).toEqual({ id: 6, readAt: NOON });
  expect(unreadEvents(reloaded, [...before, event(7, 1, "Clear")]).map(({ id }) => id)).toEqual([7]);
  expect(movedCursor(reloaded, [], NOON + 1)).toEqual({ id: 6, readAt: NOON + 1 });
});

test.each([null, "", "x", "null", "[]", "{}", '{"id":1}', '{"id":"1","readAt":2}', '{"id":1.5,"readAt":2}'])(
  "%s is no cursor",
  (text) => {
    expect(parseCursor(text)).toBeNull();
  },
);
