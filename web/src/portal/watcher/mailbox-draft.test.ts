import { expect, test } from "vitest";
import { toDraft, validate } from "./draft.ts";
import {
  credentialPlaceholder,
  folderKey,
  hasDomain,
  MAILBOX_FIELDS,
  matchesFilters,
  matchText,
  toMailboxInput,
} from "./mailbox-draft.ts";

const VALID = { ...toDraft(MAILBOX_FIELDS, null), name: "Storm", mailboxAddress: "storm@example.gov" };

test.each([
  [{}, {}],
  [{ name: " " }, { name: "Enter a name." }],
  [{ name: "x".repeat(201) }, { name: "Use at most 200 characters." }],
  [{ mailboxAddress: "" }, { mailboxAddress: "Enter the mailbox address." }],
  [{ mailboxAddress: "a b@c" }, { mailboxAddress: "This is not a valid email address. Example: storm@example.gov" }],
  [{ folderPath: " " }, { folderPath: "Choose a folder." }],
  [{ maxAttachmentMb: "x" }, {}],
  [{ includeAttachments: true, maxAttachmentMb: "1025" }, { maxAttachmentMb: "Enter a whole number from 1 to 1,024." }],
  [
    { reconciliationIntervalSeconds: "0" },
    { reconciliationIntervalSeconds: "Enter a whole number of seconds (1 or more), or leave it empty." },
  ],
  [
    { reconciliationIntervalSeconds: "1.5" },
    { reconciliationIntervalSeconds: "Enter a whole number of seconds (1 or more), or leave it empty." },
  ],
  [{ expectEveryMinutes: "0" }, { expectEveryMinutes: "Enter a whole number from 1 to 44,640, or leave it empty." }],
  [{ senderAuthentication: "Dmarc", fromFilter: "alerts@vendor.example" }, {}],
  [
    { senderAuthentication: "Dmarc", fromFilter: "Vendor" },
    { fromFilter: "Enter the sender’s domain, such as vendor.example. Verifying the sender needs it." },
  ],
])("%j has the errors %j", (change, errors) => {
  expect(validate(MAILBOX_FIELDS, { ...VALID, ...change })).toEqual(errors);
});

test("empty fields are sent as null; isEnabled is left out", () => {
  const input = toMailboxInput({ ...VALID, fromFilter: " ", reconciliationIntervalSeconds: "60", credentialId: "3" });
  expect(input).toMatchObject({ fromFilter: null, reconciliationIntervalSeconds: 60, credentialId: 3, folderId: null });
  expect(Object.keys(input)).not.toContain("isEnabled");
  expect(Object.keys(input)).not.toContain("processExisting");
});

test.each([
  ["vendor.example", true],
  ["@Vendor.example", true],
  [" alerts@mail.vendor.example ", true],
  ["vendor", false],
  ["Lightning Vendor", false],
  ["alerts@", false],
  ["10.0.0.1", false],
  ["-a.example", false],
])("“%s” has a domain: %s", (filter, expected) => {
  expect(hasDomain(filter)).toBe(expected);
});

test("the key changes with address, credential or folder", () => {
  const key = folderKey(VALID);
  expect(folderKey({ ...VALID, mailboxAddress: "STORM@example.gov ", fromFilter: "x" })).toBe(key);
  for (const change of [{ mailboxAddress: "x@y" }, { credentialId: "1" }, { folderId: "f" }, { folderPath: "Other" }]) {
    expect(folderKey({ ...VALID, ...change })).not.toBe(key);
  }
});

test.each([
  ["", "", true],
  ["VENDOR", "", true],
  ["alerts@", "strike", true],
  ["unknown", "strike", false],
  ["", "all clear", false],
])("from “%s” and subject “%s”: %s", (fromFilter, subjectFilter, expected) => {
  expect(
    matchesFilters(
      { fromFilter, subjectFilter },
      { subject: "Strike near you", fromAddress: "alerts@x.example", fromName: "Vendor" },
    ),
  ).toBe(expected);
});

test.each([
  [0, 0, "There are no recent messages to test the filters on."],
  [1, 1, "The only recent message would be processed."],
  [3, 3, "All 3 recent messages would be processed."],
  [1, 50, "1 of 50 recent messages would be processed, 49 would be skipped."],
])("%d of %d is “%s”", (matching, total, text) => {
  expect(matchText(matching, total)).toBe(text);
});

test.each([
  [[], "No credentials yet"],
  [["City"], "City (the only credential)"],
  [["City", "County"], "Select a credential"],
])("the empty choice of %j is “%s”", (names, label) => {
  expect(credentialPlaceholder(names)).toBe(label);
});
