import { expect, test } from "vitest";
import type { Credential } from "../../data/credential.ts";
import { credentialChoice } from "./credential-choice.ts";

const credential = (id: number, name: string, purpose: string | null, hosts: string[] = []): Credential => ({
  id,
  name,
  purpose,
  hosts,
  clientId: "c",
  namespace: "n",
  hasSecret: true,
  status: "Valid",
});

const ALL = [
  credential(1, "Mail", "mailbox"),
  credential(2, "Api", "http", ["a.example"]),
  credential(3, "New", null),
  credential(4, "Both", "mailbox", ["a.example"]),
];

test.each([
  ["Http", null, ["No credential", "Api", "New", "Both"]],
  ["WorkOrder", null, ["No credential", "Api", "New", "Both"]],
  ["Http", 1, ["No credential", "Mail", "Api", "New", "Both"]],
  ["Email", null, ["Use the watcher's credential", "Mail", "New", "Both"]],
  ["Data", null, undefined],
  ["Data", 2, ["No credential", "Api", "New", "Both"]],
])("%s with credential %s offers %j", (actionType, selected, labels) => {
  expect(credentialChoice(actionType, ALL, selected)?.options.map(([, label]) => label)).toEqual(labels);
});
