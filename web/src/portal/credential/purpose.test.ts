import { expect, test } from "vitest";
import { purposeText } from "./purpose.ts";

test.each([
  ["http", ["a.example", "b.example"], "Other systems: sent to a.example, b.example"],
  ["http", [], "Other systems: no hosts, so it cannot be sent anywhere"],
  ["mailbox", [], "Mailboxes"],
  ["mailbox", ["a.example"], "Mailboxes, also sent to a.example"],
  [null, [], "Not decided: the first watcher or action that uses it decides"],
])("%s with %j is “%s”", (purpose, hosts, text) => {
  expect(purposeText({ purpose, hosts })).toBe(text);
});
