import { expect, test } from "vitest";
import type { Folder } from "../../data/watcher.ts";
import { folderCountText, folderRows, messageCount, searchFolders } from "./folders.ts";

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

test("rows are in depth-first order", () => {
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
])("“%s” finds %d rows, including parents", (search, count) => {
  expect(searchFolders(folderRows(TREE), search)).toHaveLength(count);
});

test.each([
  [{ folderId: "id of Inbox/Storm" }, 2],
  [{ folderPath: "inbox/bills" }, 5],
  [{}, 7],
  [{ folderId: "gone", folderPath: "Inbox" }, null],
])("the folder of %j holds %s messages", (folder, count) => {
  expect(messageCount(TREE, folder)).toBe(count);
});

test("counts are formatted", () => {
  expect(folderCountText({ total: 1, unread: 0 })).toBe("1 message");
  expect(folderCountText({ total: 1200, unread: 30 })).toBe("1,200 messages, 30 unread");
});
