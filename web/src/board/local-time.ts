// Times as they are typed and read in the city. Pure.
import { timeWords } from "../portal/time.ts";
import type { Language } from "../words/language.ts";

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** “2026-05-01T14:30” of the city as a moment; null when it is none. In an hour that happens twice, the first. */
export function readLocal(text: string, timeZone: string): number | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/.exec(text.trim());
  if (found === null) return null;
  const [year, month, day, hour, minute] = found.slice(1, 6).map(Number) as [number, number, number, number, number];
  const plain = Date.UTC(year, month - 1, day, hour, minute);
  const read = new Date(plain);
  if (read.getUTCMonth() !== month - 1 || read.getUTCHours() !== hour || read.getUTCMinutes() !== minute) return null;
  // The offset of the zone is asked a day before and a day after: one of them holds.
  const guesses = [plain - 86_400_000, plain + 86_400_000].map((near) => plain - offset(near, timeZone));
  const right = guesses.filter((guess) => guess + offset(guess, timeZone) === plain);
  // An hour that the clock skips is taken as if it had not.
  return right.length > 0 ? Math.min(...right) : (guesses[0] ?? null);
}

/** For an input of the kind `datetime-local`. */
export function writeLocal(at: number, timeZone: string): string {
  const { year, month, day, hour, minute } = parts(at, timeZone);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

/** By the clock of 24 hours, as everywhere where the storm is told. */
const LOCALES: Record<Language, string> = { en: "en-US-u-hc-h23", es: "es-US-u-hc-h23" };

/** “Nov 15, 2026, 14:45:00 CST”, “15 nov 2026, 14:45:00 CST” */
export function saidTime(at: number, timeZone: string, language: Language): string {
  return timeWords(new Date(at).toISOString(), { locale: LOCALES[language], timeZone, seconds: true });
}

function offset(at: number, timeZone: string): number {
  const { year, month, day, hour, minute } = parts(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / 60_000) * 60_000;
}

/** Making a format costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made =
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
  formats.set(timeZone, made);
  return made;
}

function parts(at: number, timeZone: string): Parts {
  const found = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return {
    year: found.year ?? 0,
    month: found.month ?? 1,
    day: found.day ?? 1,
    hour: found.hour ?? 0,
    minute: found.minute ?? 0,
  };
}
