// The folders of a mailbox as rows of a picker. Pure.
import type { Folder } from "../../data/watcher.ts";
import { formatCount } from "../../status-text/page-language.ts";
import { commonText } from "../ui/text.ts";
import { watcherText } from "./text.ts";

export interface FolderRow {
  id: string;
  name: string;
  path: string;
  depth: number;
  total: number;
  unread: number;
}

/** Depth first. */
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

/** Folders whose path contains every word, with their parents. */
export function searchFolders(rows: readonly FolderRow[], search: string): FolderRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...rows];
  const found = rows.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  return rows.filter((row) => found.some(({ path }) => path === row.path || path.startsWith(`${row.path}/`)));
}

/** The number of messages in a watcher's folder; null when there is no such folder. */
export function messageCount(
  folders: readonly Folder[],
  { folderId, folderPath }: { folderId?: string | null; folderPath?: string | null },
): number | null {
  const rows = folderRows(folders);
  const path = (folderPath ?? "Inbox").toLowerCase();
  const found = folderId ? rows.find(({ id }) => id === folderId) : rows.find((row) => row.path.toLowerCase() === path);
  return found?.total ?? null;
}

export function folderCountText({ total, unread }: Pick<FolderRow, "total" | "unread">): string {
  const all = commonText().messages(total);
  return unread === 0 ? all : `${all}, ${watcherText().unread(formatCount(unread))}`;
}
