import { expect, test } from "vitest";
import type { Watcher } from "../../data/watcher.ts";
import { toDraft, toInput, validate } from "./draft.ts";
import { FILE_FIELDS, withRootsFix } from "./file-draft.ts";

const VALID = { ...toDraft(FILE_FIELDS, null), name: "Share", folder: "/srv/storm" };

test.each([
  [{}, {}],
  [{ name: " " }, { name: "Enter a name." }],
  [{ folder: " " }, { folder: "Enter the path of the folder." }],
  [{ folder: "storm" }, { folder: "Enter an absolute path, such as /srv/storm/strikes." }],
  [{ pattern: "" }, { pattern: "Enter a pattern. * matches all files." }],
  [{ rescanSeconds: "0" }, { rescanSeconds: "Enter a whole number from 1 to 86,400." }],
  [{ stableSeconds: "0" }, {}],
  [{ stableSeconds: "1.5" }, { stableSeconds: "Enter a whole number from 0 to 3,600." }],
  [{ maxFileMb: "1025" }, { maxFileMb: "Enter a whole number from 1 to 1,024." }],
  [{ expectEveryMinutes: "0" }, { expectEveryMinutes: "Enter a whole number from 1 to 44,640, or leave it empty." }],
])("%j has the errors %j", (change, errors) => {
  expect(validate(FILE_FIELDS, { ...VALID, ...change })).toEqual(errors);
});

test("a new watcher is sent with its kind and the defaults of the service", () => {
  expect(toInput(FILE_FIELDS, { ...VALID, folder: " /srv/storm " })).toEqual({
    kind: "File",
    name: "Share",
    description: "",
    resume: "Manual",
    moveOnProcess: true,
    leaveUnmatched: false,
    expectEveryMinutes: null,
    folder: "/srv/storm",
    pattern: "*",
    rescanSeconds: 60,
    stableSeconds: 2,
    maxFileMb: 50,
  });
});

test("a saved watcher is edited as it is", () => {
  const saved = { kind: "File", name: "Share", folder: "/srv/storm", rescanSeconds: 5, moveOnProcess: false };
  expect(toDraft(FILE_FIELDS, saved as Watcher)).toMatchObject({ ...saved, rescanSeconds: "5" });
});

test.each([
  ["No folder may be watched; set files.roots in the configuration of the service.", true],
  ["/etc is not an absolute path inside one of the folders in files.roots: /srv.", true],
  ['Folder "/srv/gone" not found; create it first.', false],
])("“%s” needs a change of the configuration: %s", (message, expected) => {
  const shown = withRootsFix(message);
  expect(shown.startsWith(message)).toBe(true);
  expect(shown.includes("add it to roots in the section [files] of stormwire.toml")).toBe(expected);
});
