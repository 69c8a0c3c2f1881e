// The times below a chart. Pure.
import type { Language } from "../words/language.ts";

const DAY_S = 86_400;
const MINUTE_S = 60;

/** The clock of the city at each split, in seconds since 1970; the day stands below the first of each day. */
export function axisTimes(
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
  let before = "";
  return splits.map((split) => {
    const day = days.format(split * 1000);
    const isNew = day !== before;
    before = day;
    if (stepSeconds >= DAY_S) return day;
    return isNew ? `${clock.format(split * 1000)}\n${day}` : clock.format(split * 1000);
  });
}
