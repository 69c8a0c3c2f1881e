// Formatting of times and distances. Pure.
import type { StrikeKind } from "../status/strike-kind.ts";
import type { StatusText } from "./text.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rounded up, so that it never ends too early: “12:34”, from one hour “1 h 05 min”. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / SECOND));
  if (seconds < 3600) return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
  const minutes = Math.ceil(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

/** Rounded up. For screen readers, which should not read seconds. */
export function minutesLeft(leftMs: number): number {
  return Math.max(0, Math.ceil(leftMs / MINUTE));
}

/** Rounded down: “22 s”, “5 min”, “3 h”, “2 d” */
export function formatAge(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`;
  if (ms < 2 * HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** “14:03:11” in local time, or in the given zone */
export function formatClock(atMs: number, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(atMs);
}

/** “14:03” in local time, or in the given zone */
export function formatClockMinutes(atMs: number, timeZone?: string): string {
  return formatClock(atMs, timeZone).slice(0, 5);
}

/** The first whole minute that is not earlier, because what ends then must not seem to end before. */
export function formatEndMinutes(atMs: number, timeZone?: string): string {
  return formatClockMinutes(Math.ceil(atMs / 60_000) * 60_000, timeZone);
}

/** “2.3 miles”, “under 0.1 miles” */
export function formatDistance(miles: number, text: StatusText): string {
  return miles < 0.05 ? text.underMiles("0.1") : text.miles(miles.toFixed(1));
}

/** At most three decimals: “8”, “7.5” */
export function formatNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** “ground strike”; an unknown kind with the vendor's word: “strike of unknown kind (Flash)”. */
export function describeStrike({ kind, type }: { kind: StrikeKind; type: string }, text: StatusText): string {
  const name = text.strikeKind[kind];
  return kind === "unknown" && type !== "" ? `${name} (${type})` : name;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
