// One day of the balance as text. Pure.
import type { Balance } from "../../data/watcher.ts";
import { formatCount, pageLocale } from "../../status-text/page-language.ts";
import type { Tone } from "../ui/badge.ts";
import { watcherText } from "./text.ts";

type Day = Balance["days"][number];

export function dayResult({ detected, pending, failed, inFolders }: Day): { tone: Tone; text: string } {
  if (inFolders === null || inFolders === undefined) return { tone: "idle", text: watcherText().notCounted };
  const difference = inFolders - detected;
  if (difference > 0) return { tone: "bad", text: watcherText().notInLog(formatCount(difference)) };
  if (difference < 0) return { tone: "idle", text: watcherText().movedOrDeleted(formatCount(-difference)) };
  if (pending > 0) return { tone: "busy", text: watcherText().dayInProgress };
  return failed > 0
    ? { tone: "bad", text: watcherText().matchesWithFailures }
    : { tone: "good", text: watcherText().matches };
}

/** The names of files that are not in the log. */
export function missingFiles({ discrepancies }: Pick<Balance, "discrepancies">): string[] {
  const missing = discrepancies.filter(({ logId }) => logId === null || logId === undefined);
  return [...new Set(missing.flatMap(({ subject }) => subject ?? []))];
}

/** For a balance that lists no single messages: it must not contradict the days above. */
export function noDiscrepancyText(days: readonly Day[]): { tone: Tone; text: string } {
  const isUncounted = ({ inFolders }: Day) => inFolders === null || inFolders === undefined;
  if (days.some((day) => !isUncounted(day) && day.inFolders !== day.detected))
    return { tone: "idle", text: watcherText().totalsDiffer };
  if (days.some(isUncounted)) return { tone: "idle", text: watcherText().unknownTotals };
  return { tone: "good", text: watcherText().noDifferences };
}

/** “Fri, May 1”; a day has no time zone. */
export function formatDay(day: string, locale = pageLocale()): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" }).format(
    at,
  );
}
