// What starts the workflow of a watcher, and the texts of each kind. Pure.
import type { Watcher } from "../../data/watcher.ts";
import { facilityStatus } from "../ui/status-label.ts";
import { commonText } from "../ui/text.ts";
import { watcherKindText } from "./kind-text.ts";
import { watcherText } from "./text.ts";

export type Kind = Watcher["kind"];
export const KINDS: readonly Kind[] = ["Mailbox", "File", "StatusEvent"];

export type FolderKind = Exclude<Kind, "StatusEvent">;

type OfKind = Partial<Pick<Watcher, "kind">>;

export type WatcherSource = Pick<Watcher, "mailboxAddress" | "folderPath"> &
  Partial<Pick<Watcher, "kind" | "facilityIds" | "statuses" | "rings" | "folder" | "pattern">>;

export function kindOf({ kind }: OfKind): Kind {
  return kind ?? "Mailbox";
}

/** Null for status changes: nothing is scanned, filed or compared with a folder. */
export function folderKindOf(watcher: OfKind): FolderKind | null {
  const kind = kindOf(watcher);
  return kind === "StatusEvent" ? null : kind;
}

export function kindText(watcher: OfKind) {
  return watcherKindText().all[kindOf(watcher)];
}

export function folderKindText(kind: FolderKind) {
  return watcherKindText().withFolder[kind];
}

/** “storm@example.gov, Inbox”, “/srv/storm, *.csv” or “Changes to Active of 2 facilities” */
export function sourceText(watcher: WatcherSource): string {
  switch (kindOf(watcher)) {
    case "Mailbox":
      return `${watcher.mailboxAddress}, ${watcher.folderPath}`;
    case "File":
      return `${watcher.folder ?? ""}, ${watcher.pattern ?? ""}`;
    case "StatusEvent":
      return statusChangesText(watcher);
  }
}

function statusChangesText(watcher: WatcherSource): string {
  const statuses = watcher.statuses?.map(facilityStatus).join(` ${watcherText().or} `) ?? null;
  const count = watcher.facilityIds?.length;
  const facilities = count === undefined ? watcherText().allFacilities : commonText().facilities(count);
  return watcherText().changes(statuses, facilities, watcher.rings ?? false);
}
