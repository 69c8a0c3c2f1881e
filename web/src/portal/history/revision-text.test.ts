import { expect, test } from "vitest";
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

test("authors are shown as they are, except the command line", () => {
  expect(authorText({ author: "ann" })).toBe("ann");
  expect(authorText({ author: "command line" })).toBe("Command line");
});
