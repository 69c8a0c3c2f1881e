// Times and distances for people's eyes. Pure.
import type { StatusText } from "./text.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is left, rounded up so that it never promises too much: “12:34”, from an hour on “1 h 05 min”. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND));
  if (seconds < 3600) return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
  const minutes = Math.ceil(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** What is left in whole minutes, rounded up: for what is read aloud, which must not change every second. */
export function minutesLeft(leftMs: number): number {
  return Math.max(0, Math.ceil(leftMs / MINUTE));
}

/** An age: “22 s”, “5 min”, “3 h”, “2 d”; rounded down. */
export function formatAge(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`;
  if (ms < 2 * HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** “14:03:11” where the reader is, or in the zone that is given. */
export function formatClock(atMs: number, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(atMs);
}

/** Miles to one decimal: “2.3 miles”, “under 0.1 miles”. */
export function formatDistance(miles: number, text: StatusText): string {
  return miles < 0.05 ? text.underMiles("0.1") : text.miles(miles.toFixed(1));
}

/** A parameter as a person wrote it: “8”, “7.5”. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** “to the ground” for “Ground Stroke Lightning”; nothing for what is not known. */
export function strikeKindText(type: string, text: StatusText): string | null {
  if (/^cloud\b/i.test(type)) return text.cloud;
  return /^ground\b/i.test(type) ? text.ground : null;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
