// Formatting and parsing of times. Pure.
import { formatDuration } from "../data/duration.ts";
import { pageLocale } from "../status-text/page-language.ts";
import { commonText } from "./ui/text.ts";

export interface TimeFormat {
  locale?: string;
  timeZone?: string;
  seconds?: boolean;
}

/** “Nov 15, 2026, 4:45 AM CST”; an invalid time is returned unchanged. */
export function formatTime(at: string, { locale = pageLocale(), timeZone, seconds = false }: TimeFormat = {}): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    ...(seconds ? { second: "2-digit" as const } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(time);
}

/** A time of a local day `yyyy-mm-dd` in UTC; null when the day is empty or invalid. */
export function dayToUtc(day: string, time: string): string | null {
  const at = new Date(day + time);
  return day === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The last second of a local day `yyyy-mm-dd`; null when invalid. */
export function endOfDay(day: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const end = new Date(year, month - 1, date, 23, 59, 59);
  return end.getMonth() === month - 1 && end.getDate() === date ? end : null;
}

export type ParsedEnd = { end: string | null } | { error: string };

/** An optional last day, which must not be in the past. */
export function parseEnd(day: string, now: Date): ParsedEnd {
  if (day.trim() === "") return { end: null };
  const end = endOfDay(day.trim());
  if (end === null) return { error: commonText().enterDate };
  if (end <= now) return { error: commonText().pastDate };
  return { end: end.toISOString() };
}

export function isPast(at: string | null | undefined, now: Date): boolean {
  return typeof at === "string" && new Date(at) <= now;
}

const UNITS: readonly (readonly [below: number, unitSeconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [60, 1, "second"],
  [3_600, 60, "minute"],
  [86_400, 3_600, "hour"],
  [Infinity, 86_400, "day"],
];

/** “3 minutes ago”, “in 2 hours” */
export function formatRelativeTime(at: string, now: Date, locale = pageLocale()): string {
  const seconds = Math.round((new Date(at).getTime() - now.getTime()) / 1_000);
  if (Number.isNaN(seconds)) return at;
  const distance = Math.abs(seconds);
  const [, size, unit] = UNITS.find(([limit]) => distance < limit) ?? [0, 86_400, "day" as const];
  const count = Math.round(distance / size) * Math.sign(seconds);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(count, unit);
}

/** “2.5 seconds”, “2 minutes 5 seconds” */
export function elapsedText(from: string, to: string): string {
  return formatDuration(new Date(to).getTime() - new Date(from).getTime());
}
