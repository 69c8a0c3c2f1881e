// What starts the workflow of a watcher, as text. Pure.
import type { Watcher } from "../../data/watcher.ts";
import { facilityStatus } from "../ui/status-label.ts";
import { commonText } from "../ui/text.ts";
import { watcherText } from "./text.ts";

export type WatcherSource = Pick<Watcher, "mailboxAddress" | "folderPath"> &
  Partial<Pick<Watcher, "kind" | "facilityIds" | "statuses" | "rings">>;

export function isStatusWatcher(watcher: Partial<Pick<Watcher, "kind">>): boolean {
  return watcher.kind === "StatusEvent";
}

/** “storm@example.gov, Inbox” or “Changes to Active of 2 facilities” */
export function sourceText(watcher: WatcherSource): string {
  if (!isStatusWatcher(watcher)) return `${watcher.mailboxAddress}, ${watcher.folderPath}`;
  const statuses = watcher.statuses?.map(facilityStatus).join(` ${watcherText().or} `) ?? null;
  const count = watcher.facilityIds?.length;
  const facilities = count === undefined ? watcherText().allFacilities : commonText().facilities(count);
  return watcherText().changes(statuses, facilities, watcher.rings ?? false);
}
