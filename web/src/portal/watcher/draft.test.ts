import { expect, test } from "vitest";
import { credentialPlaceholder, folderKey, matchesFilters, matchText, toDraft, toInput, validate } from "./draft.ts";

const VALID = { ...toDraft(null), name: "Storm", mailboxAddress: "storm@example.gov" };

test.each([
  [{}, {}],
  [{ name: " " }, { name: "Enter a name." }],
  [{ name: "x".repeat(201) }, { name: "Use at most 200 characters." }],
  [{ mailboxAddress: "" }, { mailboxAddress: "Enter the address of the mailbox." }],
  [{ mailboxAddress: "a b@c" }, { mailboxAddress: "This is no address. For example: storm@example.gov" }],
  [{ folderPath: " " }, { folderPath: "Choose a folder." }],
  [{ maxAttachmentMb: "x" }, {}],
  [{ includeAttachments: true, maxAttachmentMb: "1025" }, { maxAttachmentMb: "Enter a whole number from 1 to 1,024." }],
  [
    { reconciliationIntervalSeconds: "0" },
    { reconciliationIntervalSeconds: "Enter whole seconds from 1, or leave it empty." },
  ],
  [
    { reconciliationIntervalSeconds: "1.5" },
    { reconciliationIntervalSeconds: "Enter whole seconds from 1, or leave it empty." },
  ],
])("%j has the errors %j", (change, errors) => {
  expect(validate({ ...VALID, ...change })).toEqual(errors);
});

test("empty fields are sent as null, and the switch is not touched", () => {
  const input = toInput({ ...VALID, fromFilter: " ", reconciliationIntervalSeconds: "60", credentialId: "3" });
  expect(input).toMatchObject({ fromFilter: null, reconciliationIntervalSeconds: 60, credentialId: 3, folderId: null });
  expect(Object.keys(input)).not.toContain("isEnabled");
  expect(Object.keys(input)).not.toContain("processExisting");
});

test("another address, credential or folder has another key", () => {
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
  ["nobody", "strike", false],
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
  [0, 0, "No message was found to try the filters on."],
  [3, 3, "All of the 3 recent messages would be processed."],
  [1, 50, "1 of 50 recent messages would be processed, 49 would be skipped."],
])("%d of %d is “%s”", (matching, total, text) => {
  expect(matchText(matching, total)).toBe(text);
});

test.each([
  [[], "None yet: add one under Credentials"],
  [["City"], "The only one there is: City"],
  [["City", "County"], "Choose one"],
])("the empty choice of %j is “%s”", (names, label) => {
  expect(credentialPlaceholder(names)).toBe(label);
});
