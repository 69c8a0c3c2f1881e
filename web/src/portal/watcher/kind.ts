// What starts the workflow of a watcher, as text. Pure.
import type { Watcher } from "../../data/watcher.ts";

export type WatcherSource = Pick<Watcher, "mailboxAddress" | "folderPath"> &
  Partial<Pick<Watcher, "kind" | "facilityIds" | "statuses" | "rings">>;

export function isStatusWatcher(watcher: Partial<Pick<Watcher, "kind">>): boolean {
  return watcher.kind === "StatusEvent";
}

/** “storm@example.gov, Inbox” or “Changes to Active of 2 facilities” */
export function sourceText(watcher: WatcherSource): string {
  if (!isStatusWatcher(watcher)) return `${watcher.mailboxAddress}, ${watcher.folderPath}`;
  const statuses = watcher.statuses ? `to ${watcher.statuses.join(" or ")} ` : "";
  const count = watcher.facilityIds?.length;
  const facilities = count === undefined ? "all facilities" : count === 1 ? "1 facility" : `${count} facilities`;
  return `Changes ${statuses}of ${facilities}${watcher.rings ? ", with rings" : ""}`;
}
