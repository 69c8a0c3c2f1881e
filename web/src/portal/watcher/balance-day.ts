// One day of the balance as text. Pure.
import type { Balance } from "../../data/watcher.ts";
import type { Tone } from "../ui/badge.ts";

type Day = Balance["days"][number];

export function dayResult({ detected, pending, failed, inFolders }: Day): { tone: Tone; text: string } {
  if (inFolders === null || inFolders === undefined) return { tone: "idle", text: "Folders not counted" };
  const difference = inFolders - detected;
  if (difference > 0) return { tone: "bad", text: `${difference.toLocaleString("en-US")} not in the log` };
  if (difference < 0) return { tone: "idle", text: `${(-difference).toLocaleString("en-US")} moved or deleted` };
  if (pending > 0) return { tone: "busy", text: "In progress" };
  return failed > 0 ? { tone: "bad", text: "Matches, with failures" } : { tone: "good", text: "Matches" };
}

/** “3 messages” */
export function missingText(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "message" : "messages"}`;
}

/** For a balance that lists no single messages: it must not contradict the days above. */
export function noDiscrepancyText(days: readonly Day[]): { tone: Tone; text: string } {
  const isUncounted = ({ inFolders }: Day) => inFolders === null || inFolders === undefined;
  if (days.some((day) => !isUncounted(day) && day.inFolders !== day.detected))
    return { tone: "idle", text: "The totals differ, but no single message was identified" };
  if (days.some(isUncounted)) return { tone: "idle", text: "Unknown: the folders were not counted" };
  return { tone: "good", text: "No differences" };
}

/** “Fri, May 1”; a day has no time zone. */
export function formatDay(day: string, locale = "en-US"): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" }).format(
    at,
  );
}
