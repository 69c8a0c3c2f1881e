// The folders of a mailbox as a person picks one. Pure.
import type { Folder } from "../../data/watcher.ts";

export interface FolderRow {
  id: string;
  name: string;
  path: string;
  depth: number;
  total: number;
  unread: number;
}

/** The tree as rows, from the top down. */
export function folderRows(folders: readonly Folder[], depth = 0): FolderRow[] {
  return folders.flatMap((folder) => [
    {
      id: folder.id,
      name: folder.displayName,
      path: folder.path,
      depth,
      total: folder.totalItemCount,
      unread: folder.unreadItemCount,
    },
    ...folderRows(folder.children, depth + 1),
  ]);
}

/** Those whose path holds every word, with the folders above them. */
export function foundRows(rows: readonly FolderRow[], search: string): FolderRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...rows];
  const found = rows.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  return rows.filter((row) => found.some(({ path }) => path === row.path || path.startsWith(`${row.path}/`)));
}

/** How many messages lie in the folder of a watcher; null when it is not there. */
export function folderCount(
  folders: readonly Folder[],
  { folderId, folderPath }: { folderId?: string | null; folderPath?: string | null },
): number | null {
  const rows = folderRows(folders);
  const path = (folderPath ?? "Inbox").toLowerCase();
  const found = folderId ? rows.find(({ id }) => id === folderId) : rows.find((row) => row.path.toLowerCase() === path);
  return found?.total ?? null;
}

export function countsWords({ total, unread }: Pick<FolderRow, "total" | "unread">): string {
  const all = `${total.toLocaleString("en-US")} ${total === 1 ? "message" : "messages"}`;
  return unread === 0 ? all : `${all}, ${unread.toLocaleString("en-US")} unread`;
}
