import { describe, expect, test } from "vitest";
import {
  nextPollText,
  resultCounts,
  searchWatchers,
  sortByHealth,
  subscriptionText,
  warningTexts,
  watcherStatus,
} from "./health.ts";

const NOW = new Date("2026-05-01T12:00:00Z");

const poll = (fields: object) => ({ name: "Reconcile", nextRunAt: "2026-05-01T12:05:00Z", ...fields });

test.each([
  ["Degraded", "there is no subscription", "bad", "There is no subscription."],
  ["Live", null, "good", "Push notifications are active. Polling runs as a backup."],
  ["Live", "the poll after 12:00 has not finished", "warn", "The poll after 12:00 has not finished."],
  ["Disabled", "", "idle", "The watcher is disabled."],
])("%s because of %j is described", (health, healthReason, tone, text) => {
  expect(watcherStatus({ health, healthReason, loops: [] })).toEqual({ tone, label: health, text });
});

test("a watcher of status changes needs no push notifications", () => {
  const watcher = { health: "Live", healthReason: null, loops: [], kind: "StatusEvent" as const };
  expect(watcherStatus(watcher).text).toBe("Status changes start the workflow.");
});

test("a watcher of files scans its folder", () => {
  const watcher = { health: "Live", healthReason: null, loops: [], kind: "File" as const };
  expect(watcherStatus(watcher).text).toBe(
    "The folder is watched. New files start the workflow when they are complete.",
  );
  const loops = [poll({ lastError: "/srv/storm: permission denied", lastFailureAt: "2026-05-01T11:59:00Z" })];
  expect(watcherStatus({ ...watcher, loops })).toMatchObject({
    label: "Scan failed",
    text: "The last scan failed: /srv/storm: permission denied.",
  });
});

test("a warning about the roots says what to do", () => {
  expect(
    warningTexts({ warnings: ["no folder may be watched; set files.roots", "the sender is not verified"] }),
  ).toEqual([
    "No folder may be watched; set files.roots. To allow a folder, add it to roots in the section [files] of stormwire.toml, then restart the service.",
    "The sender is not verified.",
  ]);
});

test("an unknown health is shown as degraded", () => {
  expect(watcherStatus({ health: "Sleeping", healthReason: null, loops: [] }).label).toBe("Degraded");
});

test.each(["Live", "Polling"])("a %s watcher whose last poll failed is not shown as such", (health) => {
  const failed = poll({
    lastError: "folder not found",
    lastFailureAt: "2026-05-01T11:59:00Z",
    lastSuccessAt: "2026-05-01T11:58:00Z",
  });
  expect(watcherStatus({ health, healthReason: null, loops: [failed] })).toEqual({
    tone: "bad",
    label: "Poll failed",
    text: "The last poll failed: Folder not found.",
  });
  const recovered = { ...failed, lastSuccessAt: "2026-05-01T12:00:00Z" };
  expect(watcherStatus({ health, healthReason: null, loops: [recovered] }).label).toBe(health);
});

test.each(["Live", "Polling"])("a %s watcher whose strikes cannot be trusted is not shown as such", (health) => {
  const feedProblem = { reason: "a message failed", advice: "Retry it." };
  const watcher = { health, healthReason: null, loops: [], feedProblem };
  expect(watcherStatus(watcher)).toEqual({
    tone: "bad",
    label: "Feed problem",
    text: "A message failed. Retry it.",
  });
  expect(watcherStatus({ ...watcher, health: "Disabled" }).label).toBe("Disabled");
});

test.each([
  ["2026-05-01T12:05:00Z", "in 5 minutes"],
  ["2026-05-01T11:59:59Z", "now"],
  [undefined, "not scheduled"],
])("the next poll at %s is “%s”", (nextRunAt, text) => {
  const loops = nextRunAt === undefined ? [] : [{ name: "Reconcile", nextRunAt }];
  expect(nextPollText({ loops }, NOW)).toBe(text);
});

describe("the subscription", () => {
  const subscribed = {
    mode: "Subscription" as const,
    isEnabled: true,
    graphSubscriptionId: "s",
    subscriptionExpiresAt: "2026-05-08T10:38:30Z",
  };
  test.each([
    [subscribed, "expires in 6 days 22 hours"],
    [{ ...subscribed, subscriptionExpiresAt: "2026-05-01T12:01:00Z" }, "expires in 1 minute"],
    [{ ...subscribed, subscriptionExpiresAt: "2026-05-01T11:59:00Z" }, "expired"],
    [{ ...subscribed, graphSubscriptionId: null }, "none"],
    [{ ...subscribed, isEnabled: false }, "none while disabled"],
    [{ ...subscribed, mode: "PollOnly" as const }, "not used"],
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
    inProgress: 7,
  });
  expect(resultCounts(undefined)).toEqual({ succeeded: 0, failed: 0, skipped: 0, inProgress: 0 });
});

const NONE = { search: "", health: "", kind: "" };

test("watchers are searched by words and health, degraded ones first", () => {
  const watcher = (name: string, health: string) => ({
    name,
    health,
    mailboxAddress: "storm@example.gov",
    folderPath: "Inbox",
  });
  const all = [watcher("Storm 10", "Live"), watcher("Storm 9", "Live"), watcher("Zeta", "Degraded")];
  expect(sortByHealth(all).map(({ name }) => name)).toEqual(["Zeta", "Storm 9", "Storm 10"]);
  expect(searchWatchers(all, { ...NONE, search: "STORM@ 1" }).map(({ name }) => name)).toEqual(["Storm 10"]);
  expect(searchWatchers(all, { ...NONE, health: "Degraded" }).map(({ name }) => name)).toEqual(["Zeta"]);
});

test("watchers are filtered by kind", () => {
  const watcher = (name: string, kind: "Mailbox" | "StatusEvent" | "File") => ({
    name,
    kind,
    health: "Live",
    mailboxAddress: "",
    folderPath: "Inbox",
    folder: kind === "File" ? "/srv/storm" : null,
  });
  const all = [watcher("Mail", "Mailbox"), watcher("Siren", "StatusEvent"), watcher("Share", "File")];
  expect(searchWatchers(all, { ...NONE, kind: "File" }).map(({ name }) => name)).toEqual(["Share"]);
  expect(searchWatchers(all, { ...NONE, search: "/srv" }).map(({ name }) => name)).toEqual(["Share"]);
  expect(searchWatchers(all, NONE)).toHaveLength(3);
});
