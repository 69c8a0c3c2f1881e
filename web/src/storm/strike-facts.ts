// What is known about the strikes near a facility. Pure.
import type { Parameters, Proximity } from "../data/lightning.ts";
import { formatAge, formatDistance, formatNumber } from "../status-text/format.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { closestStrikeText, lastStrikeText, type TextContext } from "./facility-text.ts";
import { REPLAY_TEXT } from "./replay-text.ts";
import type { FacilityRow } from "./summary.ts";
import { STORM_TEXT } from "./text.ts";

const MINUTE_MS = 60_000;

export interface Fact {
  label: string;
  value: string;
}

/** The last strike within the radius, while it still counts. */
export function lastInRadiusAt({ clearAt }: Proximity, { dangerMinutes, allClearMinutes }: Parameters): number | null {
  return clearAt == null ? null : Date.parse(clearAt) - Math.max(dangerMinutes, allClearMinutes) * MINUTE_MS;
}

/** “Nearest in 30 minutes: 2.3 miles”, as it decides the order of Active facilities. */
function nearest({ facility }: FacilityRow, { language, rule }: TextContext): Fact[] {
  const miles = facility.proximity?.nearestInWindowMiles;
  if (miles == null) return [];
  const minutes = formatNumber(rule(facility).dangerMinutes);
  return [{ label: STORM_TEXT[language].nearestIn(minutes), value: formatDistance(miles, STATUS_TEXT[language]) }];
}

/** “Last within 8 miles: 4 min ago” */
function lastInside({ facility }: FacilityRow, { language, rule, now, isReplay }: TextContext): Fact[] {
  const parameters = rule(facility);
  const at = facility.proximity === null ? null : lastInRadiusAt(facility.proximity, parameters);
  if (at === null) return [];
  const age = formatAge(now - at);
  const value = isReplay ? REPLAY_TEXT[language].earlier(age) : STATUS_TEXT[language].ago(age);
  return [{ label: STORM_TEXT[language].lastWithin(formatNumber(parameters.radiusMiles)), value }];
}

/** None while the status is unknown: what is not known has no number. */
export function strikeFacts(row: FacilityRow, context: TextContext): Fact[] {
  const { facility, status } = row;
  if (facility.proximity === null || status === "Unknown") return [];
  const text = STORM_TEXT[context.language];
  const hours = formatNumber(context.rule(facility).historyHours);
  return [
    ...nearest(row, context),
    ...lastInside(row, context),
    { label: text.closestIn(hours), value: closestStrikeText(facility, context) },
    { label: text.newestAnywhere, value: lastStrikeText(facility, context) },
  ];
}

/** The one line of a facility in a list, in addition to its status and its wait; null while the status is unknown. */
export function strikeSummary(row: FacilityRow, context: TextContext): string | null {
  const { facility, status } = row;
  if (facility.proximity === null || status === "Unknown") return null;
  const [fact] = [...nearest(row, context), ...lastInside(row, context)];
  if (fact !== undefined) return `${fact.label}: ${fact.value}`;
  const { radiusMiles, dangerMinutes } = context.rule(facility);
  return STORM_TEXT[context.language].noStrikeWithin(formatNumber(radiusMiles), formatNumber(dangerMinutes));
}
