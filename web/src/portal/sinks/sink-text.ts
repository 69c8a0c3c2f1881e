// What the portal says about sinks and their deliveries. Pure.
import type { EventDelivery, EventSink } from "../../data/event-sink.ts";
import { pageLocale } from "../../status-text/page-language.ts";
import { formatRelativeTime, formatTime } from "../time.ts";
import type { Tone } from "../ui/badge.ts";
import { facilityStatus } from "../ui/status-label.ts";
import { commonText } from "../ui/text.ts";
import { sinkText } from "./text.ts";

export interface SinkState {
  tone: Tone;
  title: string;
  text: string;
}

export function sinkState({ isEnabled, lastError, lastDeliveredEventId }: EventSink): SinkState {
  const { state, stateText } = sinkText();
  if (!isEnabled) return { tone: "idle", title: state.disabled, text: lastError ?? stateText.disabled };
  if (lastError) return { tone: "bad", title: state.failing, text: lastError };
  if (lastDeliveredEventId) return { tone: "good", title: state.working, text: stateText.working };
  return { tone: "idle", title: state.ready, text: stateText.ready };
}

/** “2 facilities, changes to Active or Clear” */
export function filterText({ kind, facilityIds, statuses }: EventSink): string {
  const count = facilityIds?.length ?? null;
  const facilities = count === null ? commonText().allFacilities : commonText().facilities(count);
  if (!statuses) return `${facilities}, ${kind === "Mqtt" ? sinkText().currentStatus : sinkText().allChangesShort}`;
  const list = new Intl.ListFormat(pageLocale(), { type: "disjunction" }).format(statuses.map(facilityStatus));
  return `${facilities}, ${sinkText().changesTo(list)}`;
}

const TONES = new Map<string, Tone>([
  ["Delivered", "good"],
  ["Failed", "bad"],
  ["Skipped", "idle"],
]);

/** What waits after a failed attempt is a warning. */
export function deliveryTone({ status, attempts }: EventDelivery): Tone {
  return TONES.get(status) ?? (attempts > 0 ? "warn" : "busy");
}

/** “Delivered Nov 15, 2026, 4:45 AM CST after 2 attempts” */
export function deliveryText(delivery: EventDelivery, now: Date): string {
  const { attempts, deliveredAt, nextAttemptAt } = delivery;
  const text = sinkText();
  const attemptText = text.attempts(attempts);
  if (deliveredAt) return `${formatTime(deliveredAt, { seconds: true })}${attempts > 1 ? `, ${attemptText}` : ""}`;
  if (!nextAttemptAt) return attempts === 0 ? text.notAttempted : attemptText;
  const at = formatRelativeTime(nextAttemptAt, now);
  const next = new Date(nextAttemptAt) <= now ? text.nextNow : text.nextAttempt(at);
  return attempts === 0 ? text.firstAttempt(at) : `${attemptText}, ${next}`;
}

export function canRetry({ status }: EventDelivery): boolean {
  return status !== "Delivered";
}
