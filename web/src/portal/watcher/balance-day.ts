// One day of the balance as text. Pure.
import type { Balance } from "../../data/watcher.ts";
import { formatCount, pageLocale } from "../../status-text/page-language.ts";
import type { Tone } from "../ui/badge.ts";
import { watcherText } from "./text.ts";

type Day = Balance["days"][number];

/** `differences` is the number of single messages of the day that do not match: equal totals can hide them. */
export function dayResult(
  { detected, pending, failed, inFolders }: Day,
  differences = 0,
): { tone: Tone; text: string } {
  if (inFolders === null || inFolders === undefined) return { tone: "idle", text: watcherText().notCounted };
  const difference = inFolders - detected;
  if (difference > 0) return { tone: "bad", text: watcherText().notInLog(formatCount(difference)) };
  if (difference < 0) return { tone: "idle", text: watcherText().movedOrDeleted(formatCount(-difference)) };
  if (differences > 0) return { tone: "bad", text: watcherText().totalsMatch(formatCount(differences)) };
  if (pending > 0) return { tone: "busy", text: watcherText().dayInProgress };
  return failed > 0
    ? { tone: "bad", text: watcherText().matchesWithFailures }
    : { tone: "good", text: watcherText().matches };
}

/** How many of the listed messages were received on a day of the reader's time zone. */
export function differencesOn(
  day: string,
  { discrepancies }: Pick<Balance, "discrepancies">,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): number {
  // Dates of Canada are written like those of the service: 2026-05-01.
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return discrepancies.filter(({ receivedAt }) => format.format(new Date(receivedAt)) === day).length;
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
