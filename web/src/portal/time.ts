// Formatting and parsing of times. Pure.

export interface TimeFormat {
  locale?: string;
  timeZone?: string;
  seconds?: boolean;
}

/** “Nov 15, 2026, 4:45 AM CST”; an invalid time is returned unchanged. */
export function formatTime(at: string, { locale = "en-US", timeZone, seconds = false }: TimeFormat = {}): string {
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
  if (end === null) return { error: "Enter a day, or leave it empty." };
  if (end <= now) return { error: "This day is over. Choose today or a later day." };
  return { end: end.toISOString() };
}

export function isPast(at: string | null | undefined, now: Date): boolean {
  return typeof at === "string" && new Date(at) <= now;
}

/** Up to so many seconds, in units of so many seconds. */
const UNITS: readonly (readonly [number, number, Intl.RelativeTimeFormatUnit])[] = [
  [60, 1, "second"],
  [3_600, 60, "minute"],
  [86_400, 3_600, "hour"],
  [Infinity, 86_400, "day"],
];

/** “3 minutes ago”, “in 2 hours” */
export function formatRelativeTime(at: string, now: Date, locale = "en-US"): string {
  const seconds = Math.round((new Date(at).getTime() - now.getTime()) / 1_000);
  if (Number.isNaN(seconds)) return at;
  const distance = Math.abs(seconds);
  const [, size, unit] = UNITS.find(([limit]) => distance < limit) ?? [0, 86_400, "day" as const];
  const count = Math.round(distance / size) * Math.sign(seconds);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(count, unit);
}

/** “420 ms”, “2 min 5 s” */
export function formatDuration(from: string, to: string): string {
  const ms = new Date(to).getTime() - new Date(from).getTime();
  if (Number.isNaN(ms)) return "";
  if (ms < 1_000) return `${Math.max(ms, 0)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
