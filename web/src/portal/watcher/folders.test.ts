import { expect, test } from "vitest";
import type { Folder } from "../../data/watcher.ts";
import { countsWords, folderCount, folderRows, foundRows } from "./folders.ts";

const leaf = (path: string, total: number, children: Folder[] = []): Folder => ({
  id: `id of ${path}`,
  displayName: path.split("/").at(-1) ?? path,
  path,
  totalItemCount: total,
  unreadItemCount: 0,
  children,
});
const TREE = [
  leaf("Archive", 3),
  leaf("Inbox", 7, [leaf("Inbox/Storm", 2, [leaf("Inbox/Storm/Old", 1)]), leaf("Inbox/Bills", 5)]),
];

test("the tree is read from the top down", () => {
  expect(folderRows(TREE).map(({ name, depth }) => `${depth} ${name}`)).toEqual([
    "0 Archive",
    "0 Inbox",
    "1 Storm",
    "2 Old",
    "1 Bills",
  ]);
});

test.each([
  ["", 5],
  ["storm old", 3],
  ["BILLS", 2],
  ["nowhere", 0],
])("“%s” leaves %d rows, with those above what was found", (search, count) => {
  expect(foundRows(folderRows(TREE), search)).toHaveLength(count);
});

test.each([
  [{ folderId: "id of Inbox/Storm" }, 2],
  [{ folderPath: "inbox/bills" }, 5],
  [{}, 7],
  [{ folderId: "gone", folderPath: "Inbox" }, null],
])("the folder of %j holds %s messages", (place, count) => {
  expect(folderCount(TREE, place)).toBe(count);
});

test("counts are words", () => {
  expect(countsWords({ total: 1, unread: 0 })).toBe("1 message");
  expect(countsWords({ total: 1200, unread: 30 })).toBe("1,200 messages, 30 unread");
});
