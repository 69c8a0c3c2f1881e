import { describe, expect, test } from "vitest";
import { healthReason, nextPollText, resultCounts, searchWatchers, sortByHealth, subscriptionText } from "./health.ts";

const NOW = new Date("2026-05-01T12:00:00Z");

test.each([
  ["Degraded", "there is no subscription: none has been made yet", "There is no subscription: none has been made yet."],
  ["Live", null, "The provider tells of new mail, and the mailbox is looked at as well."],
  ["Disabled", "", "It is switched off."],
  ["Odd", null, "Something that should work does not."],
])("%s because of %j is “%s”", (health, reason, text) => {
  expect(healthReason({ health, healthReason: reason })).toBe(text);
});

test.each([
  ["2026-05-01T12:05:00Z", "in 5 minutes"],
  ["2026-05-01T11:59:59Z", "now"],
  [undefined, "not planned"],
])("the next poll at %s is “%s”", (nextRunAt, text) => {
  const loops = nextRunAt === undefined ? [] : [{ name: "Reconcile", nextRunAt }];
  expect(nextPollText({ loops }, NOW)).toBe(text);
});

describe("the time left of a subscription", () => {
  const subscribed = {
    mode: "Subscription",
    isEnabled: true,
    graphSubscriptionId: "s",
    subscriptionExpiresAt: "2026-05-08T10:40:30Z",
  };
  test.each([
    [subscribed, "10,000 minutes left"],
    [{ ...subscribed, subscriptionExpiresAt: "2026-05-01T12:01:59Z" }, "1 minute left"],
    [{ ...subscribed, subscriptionExpiresAt: "2026-05-01T11:59:00Z" }, "has ended"],
    [{ ...subscribed, graphSubscriptionId: null }, "none"],
    [{ ...subscribed, isEnabled: false }, "none while off"],
    [{ ...subscribed, mode: "PollOnly" }, "not wanted"],
  ])("%j", (watcher, text) => {
    expect(subscriptionText(watcher, NOW)).toBe(text);
  });
});

test("every status is counted once", () => {
  const counts = { Detected: 1, Processing: 2, DbComplete: 4, Success: 8, Failed: 16, Skipped: 32 };
  expect(resultCounts({ mailboxWatcherJobId: 1, counts })).toEqual({
    succeeded: 8,
    failed: 16,
    skipped: 32,
    waiting: 7,
  });
  expect(resultCounts(undefined)).toEqual({ succeeded: 0, failed: 0, skipped: 0, waiting: 0 });
});

test("watchers are searched by words and health, degraded ones first", () => {
  const one = (name: string, health: string) => ({
    name,
    health,
    mailboxAddress: "storm@example.gov",
    folderPath: "Inbox",
  });
  const all = [one("Storm 10", "Live"), one("Storm 9", "Live"), one("Zeta", "Degraded")];
  expect(sortByHealth(all).map(({ name }) => name)).toEqual(["Zeta", "Storm 9", "Storm 10"]);
  expect(searchWatchers(all, "STORM@ 1", "").map(({ name }) => name)).toEqual(["Storm 10"]);
  expect(searchWatchers(all, "", "Degraded").map(({ name }) => name)).toEqual(["Zeta"]);
});
