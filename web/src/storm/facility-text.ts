// Sentences about one facility. Pure.
import type { FacilityThreat, Parameters } from "../data/lightning.ts";
import {
  formatAge,
  formatClock,
  formatCountdown,
  formatDistance,
  formatEndMinutes,
  formatNumber,
} from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { REPLAY_TEXT } from "./replay-text.ts";
import type { FacilityRow } from "./summary.ts";
import { STORM_TEXT } from "./text.ts";

export interface TextContext {
  language: Language;
  /** The city's. */
  timeZone: string | undefined;
  /** The server's time now, or the shown time of a replay. */
  now: number;
  /** Whether the sentences are about the past. */
  isReplay?: boolean;
  /** The thresholds of a facility. */
  rule: (facility: FacilityThreat) => Parameters;
}

/**
 * “All clear at 14:13 (in 12:34), if no new strikes”, or the earliest time without a healthy feed; null when there is nothing to
 * wait for.
 */
export function waitText(row: FacilityRow, context: TextContext): string | null {
  const text = STORM_TEXT[context.language];
  return describeWait(row, context, (countdown, clearAt) =>
    text.allClearAt(formatEndMinutes(clearAt, context.timeZone), countdown),
  );
}

/** The same in lists, without the time of day. */
export function shortWaitText(row: FacilityRow, context: TextContext): string | null {
  return describeWait(row, context, STATUS_TEXT[context.language].allClearIn);
}

function describeWait(
  { facility, status, warning }: FacilityRow,
  { language, timeZone, now, isReplay }: TextContext,
  counting: (countdown: string, clearAt: number) => string,
): string | null {
  const text = STATUS_TEXT[language];
  const clearAt = Date.parse(facility.proximity?.clearAt ?? "");
  if (Number.isNaN(clearAt) || status === "Unknown" || status === "Clear") return null;
  if (isReplay) return REPLAY_TEXT[language].allClearDue(formatClock(clearAt, timeZone));
  if (warning === "caution") return text.notBefore(formatClock(clearAt, timeZone));
  return clearAt <= now ? text.allClearSoon : counting(formatCountdown(clearAt - now), clearAt);
}

/** “2.3 miles, 4 min ago” */
export function lastStrikeText({ proximity }: FacilityThreat, { language, now, isReplay }: TextContext): string {
  const [text, last] = [STATUS_TEXT[language], proximity?.lastStrike ?? null];
  if (last === null) return text.none;
  const age = formatAge(now - Date.parse(last.timestamp));
  const when = isReplay ? REPLAY_TEXT[language].earlier(age) : text.ago(age);
  return `${formatDistance(last.distanceMiles, text)}, ${when}`;
}

/** “0.8 miles, 13:52:10” */
export function closestStrikeText({ proximity }: FacilityThreat, { language, timeZone }: TextContext): string {
  const [text, closest] = [STATUS_TEXT[language], proximity?.closest ?? null];
  if (closest === null) return text.none;
  return `${formatDistance(closest.distanceMiles, text)}, ${formatClock(Date.parse(closest.timestamp), timeZone)}`;
}

/** “3 strikes within 8 miles in the last 30 minutes”: the rule in force, with its count. */
export function strikeCountText(facility: FacilityThreat, { language, rule, isReplay }: TextContext): string {
  const { radiusMiles, dangerMinutes } = rule(facility);
  return (isReplay ? REPLAY_TEXT : STATUS_TEXT)[language].strikesWithin(
    facility.proximity?.countInWindow ?? 0,
    formatNumber(radiusMiles),
    formatNumber(dangerMinutes),
  );
}

/**
 * “Watch (15 miles): active until 14:12”; one line for each outer ring. Without a healthy feed an active ring stays active and
 * the others are unknown; a report that has expired says nothing.
 */
export function ringTexts({ facility, warning }: FacilityRow, { language, timeZone, isReplay }: TextContext): string[] {
  const text = STORM_TEXT[language];
  if (warning === "expired" || warning === "waiting") return [];
  return (facility.proximity?.rings ?? []).map(({ name, radiusMiles, clearAt }) => {
    const miles = formatNumber(radiusMiles);
    const end = Date.parse(clearAt ?? "");
    if (isReplay) return REPLAY_TEXT[language].ring(name, miles, !Number.isNaN(end));
    if (Number.isNaN(end)) return warning === null ? text.ringClear(name, miles) : text.ringUnknown(name, miles);
    const clock = formatClock(end, timeZone);
    return warning === null ? text.ringActive(name, miles, clock) : text.ringNotBefore(name, miles, clock);
  });
}

/** Why the status is unknown, or may be worse than shown; null when nothing is wrong. */
export function warningText(
  { facility, warning }: FacilityRow,
  feedHealthy: boolean | null,
  { language, isReplay }: Pick<TextContext, "language" | "isReplay">,
): string | null {
  const text = STATUS_TEXT[language];
  if (facility.proximity === null && warning !== "expired") return text.noLocation;
  if (isReplay && (warning === "feed" || warning === "caution")) return REPLAY_TEXT[language].notWatched;
  switch (warning) {
    case "waiting":
      return text.loading;
    case "expired":
      return text.outOfDate;
    case "feed":
      return feedHealthy === null ? text.noFeed : text.feedDown;
    case "caution":
      return text.feedCaution;
    case null:
      return null;
  }
}
