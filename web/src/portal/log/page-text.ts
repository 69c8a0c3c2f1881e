// What a page of the log says about itself. Pure.
import type { LogPage } from "../../data/log.ts";
import { formatTime, type TimeFormat } from "../time.ts";

/** “3 messages”, “50+ messages”, “No messages found. Searched back to May 1, 2026, 7:00 AM CDT.” */
export function countText({ items, nextCursor, searchedTo }: LogPage, format?: TimeFormat): string {
  const count = `${items.length}${nextCursor ? "+" : ""}`;
  const found = items.length === 0 ? "No messages found" : `${count} ${count === "1" ? "message" : "messages"}`;
  if (searchedTo) return `${found}. Searched back to ${formatTime(searchedTo, format)}.`;
  return items.length === 0 ? `${found}.` : found;
}
