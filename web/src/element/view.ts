// The content of the card as plain text. Pure.

import type { ClockReading } from "../status/clock.ts";
import { ageMs, assessStatus, serverNow } from "../status/freshness.ts";
import type { DisplayStatus } from "../status/status.ts";
import { formatAge, formatClock, formatCountdown, formatDistance, formatNumber } from "../status-text/format.ts";
import type { StatusText } from "../status-text/text.ts";
import type { ReportedStrike } from "./response.ts";
import { type Ring, ringGeometry } from "./ring.ts";
import { NOTHING_KNOWN, type SourceState } from "./status-source.ts";

export interface CardView {
  status: DisplayStatus;
  statusText: string;
  name: string;
  advice: string;
  /** The countdown to the all clear. */
  wait: string;
  /** The part of `wait` that is emphasized. */
  figure: string;
  /** Why the status is unknown, or may be worse than shown. */
  note: string;
  /** Null while the status is Unknown. */
  facts: StrikeFacts | null;
  asOf: string;
}

/** The distance is emphasized. */
export interface StrikeText {
  distance: string;
  rest: string;
}

export interface StrikeFacts {
  last: StrikeText;
  closest: StrikeText;
  count: string;
  radius: string;
  ring: Ring;
}

/** A single failed request is normal and not shown. */
const SHOWN_FAILURES = 2;

type Report = NonNullable<SourceState["latest"]>;

export function cardView(state: SourceState, now: ClockReading, text: StatusText): CardView {
  const { latest } = state;
  const { status } = assessStatus(latest, latest?.status ?? null, now);
  return {
    status,
    statusText: text.status[status],
    name: latest?.name ?? "",
    advice: text.advice[status],
    ...(latest === null ? NO_WAIT : waitTexts(latest, now, text)),
    note: noteText(state, now, text),
    facts: latest === null || status === "Unknown" ? null : strikeFacts(latest, now, text),
    asOf:
      latest === null
        ? ""
        : text.asOf(formatClock(Date.parse(latest.asOf), latest.timeZone), formatAge(ageMs(latest, now))),
  };
}

/** With an invalid attribute nothing is requested. */
export function invalidAttributeView(attribute: string, text: StatusText): CardView {
  return { ...cardView(NOTHING_KNOWN, { wall: 0, monotonic: 0 }, text), note: text.invalidAttribute(attribute) };
}

const NO_WAIT = { wait: "", figure: "" };

function waitTexts(report: Report, now: ClockReading, text: StatusText): Pick<CardView, "wait" | "figure"> {
  const { status, warning } = assessStatus(report, report.status, now);
  if (report.clearAt === null || status === "Unknown" || status === "Clear") return NO_WAIT;
  const leftMs = report.clearAt - serverNow(report, now);
  // Only a report can say Clear; an ended countdown waits for one.
  if (warning === null && leftMs <= 0) return { wait: text.allClearSoon, figure: "" };
  const figure = warning === null ? formatCountdown(leftMs) : formatClock(report.clearAt, report.timeZone);
  return { wait: warning === null ? text.allClearIn(figure) : text.notBefore(figure), figure };
}

function noteText({ latest, rejection, failures }: SourceState, now: ClockReading, text: StatusText): string {
  if (rejection !== null) return text[rejection];
  if (latest === null) return failures > 0 ? text.unreachable : text.loading;
  const { warning } = assessStatus(latest, latest.status, now);
  const unreachable = failures >= SHOWN_FAILURES ? text.unreachable : "";
  const feed = latest.feed.healthy === null ? text.noFeed : text.feedDown;
  const warnings = {
    waiting: text.loading,
    expired: `${text.outOfDate} ${text.lastKnown(text.status[latest.status])}`,
    feed,
    caution: text.feedCaution,
  };
  return [warning === null ? "" : warnings[warning], unreachable].filter(Boolean).join(" ");
}

function strikeFacts(report: Report, now: ClockReading, text: StatusText): StrikeFacts {
  const at = serverNow(report, now);
  const miles = formatNumber(report.radiusMiles);
  return {
    last: strikeText(report.last, at, text),
    closest: strikeText(report.closest, at, text),
    count: text.strikesWithin(report.count, miles, formatNumber(report.dangerMinutes)),
    radius: text.withinRadius(miles),
    ring: ringGeometry(report.radiusMiles, report.last?.distanceMiles ?? null, report.closest?.distanceMiles ?? null),
  };
}

function strikeText(strike: ReportedStrike | null, now: number, text: StatusText): StrikeText {
  if (strike === null) return { distance: text.none, rest: "" };
  const rest = [text.ago(formatAge(now - strike.at)), text.strikeKind[strike.kind]].join(", ");
  return { distance: formatDistance(strike.distanceMiles, text), rest };
}
