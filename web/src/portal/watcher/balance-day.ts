// One day of the balance as text. Pure.
import type { Balance } from "../../data/watcher.ts";
import type { Tone } from "../ui/badge.ts";

type Day = Balance["days"][number];

export function dayResult({ detected, pending, failed, inFolders }: Day): { tone: Tone; text: string } {
  if (inFolders === null || inFolders === undefined) return { tone: "idle", text: "Folders not asked" };
  const difference = inFolders - detected;
  if (difference > 0) return { tone: "bad", text: `${difference.toLocaleString("en-US")} not seen` };
  if (difference < 0) return { tone: "idle", text: `${(-difference).toLocaleString("en-US")} moved or deleted` };
  if (pending > 0) return { tone: "busy", text: "Not finished" };
  return failed > 0 ? { tone: "bad", text: "Adds up, with failures" } : { tone: "good", text: "Adds up" };
}

/** “Fri, May 1”; a day has no time zone. */
export function formatDay(day: string, locale = "en-US"): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" }).format(
    at,
  );
}
