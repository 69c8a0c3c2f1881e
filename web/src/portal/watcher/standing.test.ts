import { describe, expect, test } from "vitest";
import { countsOf, healthReason, matchingWatchers, nextLook, subscriptionLeft, worstFirst } from "./standing.ts";

const NOW = new Date("2026-05-01T12:00:00Z");

test.each([
  ["Degraded", "there is no subscription: none has been made yet", "There is no subscription: none has been made yet."],
  ["Live", null, "The provider tells of new mail, and the mailbox is looked at as well."],
  ["Disabled", "", "It is switched off."],
  ["Odd", null, "Something that should work does not."],
])("%s because of %j is “%s”", (health, healthReasonWords, words) => {
  expect(healthReason({ health, healthReason: healthReasonWords })).toBe(words);
});

test.each([
  ["2026-05-01T12:05:00Z", "in 5 minutes"],
  ["2026-05-01T11:59:59Z", "now"],
  [undefined, "not planned"],
])("the next look at %s is “%s”", (nextRunAt, words) => {
  const loops = nextRunAt === undefined ? [] : [{ name: "Reconcile", nextRunAt }];
  expect(nextLook({ loops }, NOW)).toBe(words);
});

describe("what is left of a subscription", () => {
  const held = {
    mode: "Subscription",
    isEnabled: true,
    graphSubscriptionId: "s",
    subscriptionExpiresAt: "2026-05-08T10:40:30Z",
  };
  test.each([
    [held, "10,000 minutes left"],
    [{ ...held, subscriptionExpiresAt: "2026-05-01T12:01:59Z" }, "1 minute left"],
    [{ ...held, subscriptionExpiresAt: "2026-05-01T11:59:00Z" }, "has ended"],
    [{ ...held, graphSubscriptionId: null }, "none"],
    [{ ...held, isEnabled: false }, "none while off"],
    [{ ...held, mode: "PollOnly" }, "not wanted"],
  ])("%j", (watcher, words) => {
    expect(subscriptionLeft(watcher, NOW)).toBe(words);
  });
});

test("every status counts once", () => {
  const counts = { Detected: 1, Processing: 2, DbComplete: 4, Success: 8, Failed: 16, Skipped: 32 };
  expect(countsOf({ mailboxWatcherJobId: 1, counts })).toEqual({ succeeded: 8, failed: 16, skipped: 32, waiting: 7 });
  expect(countsOf(undefined)).toEqual({ succeeded: 0, failed: 0, skipped: 0, waiting: 0 });
});

test("watchers are found by words and health, the bad ones first", () => {
  const one = (name: string, health: string) => ({
    name,
    health,
    mailboxAddress: "storm@example.gov",
    folderPath: "Inbox",
  });
  const all = [one("Storm 10", "Live"), one("Storm 9", "Live"), one("Zeta", "Degraded")];
  expect(worstFirst(all).map(({ name }) => name)).toEqual(["Zeta", "Storm 9", "Storm 10"]);
  expect(matchingWatchers(all, "STORM@ 1", "").map(({ name }) => name)).toEqual(["Storm 10"]);
  expect(matchingWatchers(all, "", "Degraded").map(({ name }) => name)).toEqual(["Zeta"]);
});
