// The labels of a chart's time axis. Pure.
import type { Language } from "../status-text/language.ts";

const DAY_S = 86_400;
const MINUTE_S = 60;

/** `splits` are in seconds since 1970. The first label of each day has the date on a second line. */
export function timeLabels(
  splits: readonly number[],
  stepSeconds: number,
  timeZone: string,
  language: Language,
): string[] {
  const days = new Intl.DateTimeFormat(language, { timeZone, day: "numeric", month: "short" });
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(stepSeconds < MINUTE_S ? { second: "2-digit" as const } : {}),
  });
  let lastDay = "";
  return splits.map((split) => {
    const day = days.format(split * 1000);
    const isNew = day !== lastDay;
    lastDay = day;
    if (stepSeconds >= DAY_S) return day;
    return isNew ? `${clock.format(split * 1000)}\n${day}` : clock.format(split * 1000);
  });
}
