// A day of the balance in words. Pure.
import type { Balance } from "../../data/watcher.ts";
import type { Tone } from "../part/badge.ts";

type Day = Balance["days"][number];

export function dayVerdict({ seen, waiting, failed, inFolders }: Day): { tone: Tone; words: string } {
  if (inFolders === null || inFolders === undefined) return { tone: "idle", words: "Folders not asked" };
  const difference = inFolders - seen;
  if (difference > 0) return { tone: "bad", words: `${difference.toLocaleString("en-US")} not seen` };
  if (difference < 0) return { tone: "idle", words: `${(-difference).toLocaleString("en-US")} moved or deleted` };
  if (waiting > 0) return { tone: "busy", words: "Not finished" };
  return failed > 0 ? { tone: "bad", words: "Adds up, with failures" } : { tone: "good", words: "Adds up" };
}

/** As in “Fri, May 1”. The day is the reader's own: no zone moves it. */
export function dayWords(day: string, locale = "en-US"): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" }).format(
    at,
  );
}
