// Times in words. Pure: the zone and the language are handed in where it matters.

export interface Reader {
  locale?: string;
  timeZone?: string;
  /** Whether the second matters. */
  seconds?: boolean;
}

/** Local time with its zone, as in “Nov 15, 2026, 4:45 AM CST”. What is no time stays as it came. */
export function timeWords(at: string, { locale = "en-US", timeZone, seconds = false }: Reader = {}): string {
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

/** The last second of a day `yyyy-mm-dd` where the reader is; null when it is no day. */
export function endOfDay(day: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const end = new Date(year, month - 1, date, 23, 59, 59);
  return end.getMonth() === month - 1 && end.getDate() === date ? end : null;
}

export type EndReading = { end: string | null } | { error: string };

/** The end that a person chose; empty is none. */
export function readEnd(day: string, now: Date): EndReading {
  if (day.trim() === "") return { end: null };
  const end = endOfDay(day.trim());
  if (end === null) return { error: "Enter a day, or leave it empty." };
  if (end <= now) return { error: "This day is over. Choose today or a later day." };
  return { end: end.toISOString() };
}

export function isOver(at: string | null | undefined, now: Date): boolean {
  return typeof at === "string" && new Date(at) <= now;
}
