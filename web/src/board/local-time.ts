// Parses and formats times in the city's time zone. Pure.
import { formatTime } from "../portal/time.ts";
import type { Language } from "../status-text/language.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface LocalParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** “2026-05-01T14:30” in the zone as a UTC time; null when invalid. In an hour that occurs twice, the first. */
export function parseLocalTime(text: string, timeZone: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/.exec(text.trim());
  if (match === null) return null;
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number) as [number, number, number, number, number];
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const read = new Date(asUtc);
  if (read.getUTCMonth() !== month - 1 || read.getUTCHours() !== hour || read.getUTCMinutes() !== minute) return null;
  // The zone's offset is that of the day before or of the day after.
  const candidates = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - zoneOffset(near, timeZone));
  const valid = candidates.filter((candidate) => candidate + zoneOffset(candidate, timeZone) === asUtc);
  // None is valid in the hour that is skipped in spring.
  return valid.length > 0 ? Math.min(...valid) : (candidates[0] ?? null);
}

/** The value of an input of type `datetime-local`. */
export function formatLocalInput(at: number, timeZone: string): string {
  const { year, month, day, hour, minute } = localParts(at, timeZone);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** With the 24-hour clock, like all storm pages. */
const LOCALES: Record<Language, string> = { en: "en-US-u-hc-h23", es: "es-US-u-hc-h23" };

/** “Nov 15, 2026, 14:45:00 CST”, “15 nov 2026, 14:45:00 CST” */
export function formatLocalTime(at: number, timeZone: string, language: Language): string {
  return formatTime(new Date(at).toISOString(), { locale: LOCALES[language], timeZone, seconds: true });
}

function zoneOffset(at: number, timeZone: string): number {
  const { year, month, day, hour, minute } = localParts(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** Cached, because creating a format is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

function cachedFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
  formats.set(timeZone, format);
  return format;
}

function localParts(at: number, timeZone: string): LocalParts {
  const parts = Object.fromEntries(
    cachedFormat(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return {
    year: parts.year ?? 0,
    month: parts.month ?? 1,
    day: parts.day ?? 1,
    hour: parts.hour ?? 0,
    minute: parts.minute ?? 0,
  };
}
