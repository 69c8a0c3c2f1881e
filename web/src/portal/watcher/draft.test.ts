import { expect, test } from "vitest";
import { draftOf, inputOf, matchWords, mistakes, noneChosen, passes, placeOf } from "./draft.ts";

const GOOD = { ...draftOf(null), name: "Storm", mailboxAddress: "storm@example.gov" };

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
])("%j has the mistakes %j", (change, wrong) => {
  expect(mistakes({ ...GOOD, ...change })).toEqual(wrong);
});

test("what is empty is sent as nothing, and the switch is not touched", () => {
  const input = inputOf({ ...GOOD, fromFilter: " ", reconciliationIntervalSeconds: "60", credentialId: "3" });
  expect(input).toMatchObject({ fromFilter: null, reconciliationIntervalSeconds: 60, credentialId: 3, folderId: null });
  expect(Object.keys(input)).not.toContain("isEnabled");
  expect(Object.keys(input)).not.toContain("processExisting");
});

test("another address, credential or folder is another place", () => {
  const place = placeOf(GOOD);
  expect(placeOf({ ...GOOD, mailboxAddress: "STORM@example.gov ", fromFilter: "x" })).toBe(place);
  for (const change of [{ mailboxAddress: "x@y" }, { credentialId: "1" }, { folderId: "f" }, { folderPath: "Other" }]) {
    expect(placeOf({ ...GOOD, ...change })).not.toBe(place);
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
    passes(
      { fromFilter, subjectFilter },
      { subject: "Strike near you", fromAddress: "alerts@x.example", fromName: "Vendor" },
    ),
  ).toBe(expected);
});

test.each([
  [0, 0, "No message was found to try the filters on."],
  [3, 3, "All of the 3 recent messages would be processed."],
  [1, 50, "1 of 50 recent messages would be processed, 49 would be skipped."],
])("%d of %d is “%s”", (matching, looked, words) => {
  expect(matchWords(matching, looked)).toBe(words);
});

test.each([
  [[], "None yet: add one under Credentials"],
  [["City"], "The only one there is: City"],
  [["City", "County"], "Choose one"],
])("while no credential is chosen of %j, that reads “%s”", (names, words) => {
  expect(noneChosen(names)).toBe(words);
});
