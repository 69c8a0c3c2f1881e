import { expect, test } from "vitest";
import { formatTime } from "../time.ts";
import { authorText, changesText } from "./revision-text.ts";

function changes(...paths: string[]) {
  return paths.map((path) => ({ path, before: 1, after: 2 }));
}

test.each([
  [{ isDeletion: true, changes: changes("a") }, false, "Deleted"],
  [{ isDeletion: false, changes: [] }, true, "First version"],
  [{ isDeletion: false, changes: [] }, false, "A secret part"],
  [{ isDeletion: false, changes: changes("name", "folder") }, false, "name, folder"],
  [{ isDeletion: false, changes: changes("a", "b", "c", "d") }, false, "a, b, c … (4 changes)"],
])("%j is shown as %s %s", (revision, isFirst, expected) => {
  expect(changesText(revision, isFirst)).toBe(expected);
});

test.each([
  [changes("name", "folder"), false, ": name, folder"],
  [[], false, ": A secret part"],
  [[], true, ""],
])("a restored version is named: %j %s", (changes, isFirst, rest) => {
  const at = "2026-05-01T12:00:00.000000Z";
  const revision = { isDeletion: false, changes, restores: { id: "watcher-3", at } };
  const expected = `Restores the version of ${formatTime(at, { seconds: true })}${rest}`;
  expect(changesText(revision, isFirst)).toBe(expected);
  expect(changesText({ ...revision, restores: null }, isFirst)).not.toContain("Restores");
});

test("authors are shown as they are, except the command line", () => {
  expect(authorText({ author: "ann" })).toBe("ann");
  expect(authorText({ author: "command line" })).toBe("Command line");
});
