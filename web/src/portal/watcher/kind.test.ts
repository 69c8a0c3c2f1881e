import { expect, test } from "vitest";
import { sourceText } from "./kind.ts";

const EVENTS = {
  kind: "StatusEvent" as const,
  mailboxAddress: "",
  folderPath: "Inbox",
  facilityIds: null,
  statuses: null,
  rings: false,
};

test.each([
  [{}, "Changes of all facilities"],
  [{ statuses: ["Active" as const], rings: true }, "Changes to Active of all facilities, with rings"],
  [{ statuses: ["Active" as const, "Clear" as const], facilityIds: [3] }, "Changes to Active or Clear of 1 facility"],
  [{ facilityIds: [3, 4] }, "Changes of 2 facilities"],
  [{ kind: "File" as const, folder: "/srv/storm", pattern: "*.csv" }, "/srv/storm, *.csv"],
  [{ kind: "Mailbox" as const, mailboxAddress: "storm@example.gov" }, "storm@example.gov, Inbox"],
])("%j is described as “%s”", (change, text) => {
  expect(sourceText({ ...EVENTS, ...change })).toBe(text);
});
