// What a page of the log says about itself. Pure.
import type { LogPage } from "../../data/log.ts";
import { formatTime, type TimeFormat } from "../time.ts";
import { logText } from "./text.ts";

/** “3 messages”, “50+ messages”, “No messages found. Searched back to May 1, 2026, 7:00 AM CDT.” */
export function countText({ items, nextCursor, searchedTo }: LogPage, format?: TimeFormat): string {
  const count = `${items.length}${nextCursor ? "+" : ""}`;
  const found = items.length === 0 ? logText().noMessages : logText().count(count);
  if (searchedTo) return logText().searchedTo(found, formatTime(searchedTo, format));
  return items.length === 0 ? `${found}.` : found;
}
