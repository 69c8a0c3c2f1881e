// What the portal says about sinks and their deliveries. Pure.
import type { EventDelivery, EventSink } from "../../data/event-sink.ts";
import { formatRelativeTime, formatTime } from "../time.ts";
import type { Tone } from "../ui/badge.ts";

export interface SinkState {
  tone: Tone;
  title: string;
  text: string;
}

export function sinkState({ isEnabled, lastError, lastDeliveredEventId }: EventSink): SinkState {
  if (!isEnabled) return { tone: "idle", title: "Disabled", text: lastError ?? "Gets no events until it is enabled." };
  if (lastError) return { tone: "bad", title: "Failing", text: lastError };
  if (lastDeliveredEventId) return { tone: "good", title: "Working", text: "Every event so far was delivered." };
  return { tone: "idle", title: "Ready", text: "Nothing was delivered yet. Send a test event to try it." };
}

/** “2 facilities, changes to Active or Clear” */
export function filterText({ kind, facilityIds, statuses }: EventSink): string {
  const count = facilityIds?.length ?? null;
  const facilities = count === null ? "All facilities" : count === 1 ? "1 facility" : `${count} facilities`;
  if (!statuses) return `${facilities}, ${kind === "Mqtt" ? "current status" : "all changes"}`;
  return `${facilities}, changes to ${new Intl.ListFormat("en-US", { type: "disjunction" }).format(statuses)}`;
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
  const attemptText = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  if (deliveredAt) return `${formatTime(deliveredAt, { seconds: true })}${attempts > 1 ? `, ${attemptText}` : ""}`;
  if (!nextAttemptAt) return attempts === 0 ? "Not attempted" : attemptText;
  const next =
    new Date(nextAttemptAt) <= now ? "next attempt now" : `next attempt ${formatRelativeTime(nextAttemptAt, now)}`;
  return attempts === 0 ? `First attempt ${formatRelativeTime(nextAttemptAt, now)}` : `${attemptText}, ${next}`;
}

export function canRetry({ status }: EventDelivery): boolean {
  return status !== "Delivered";
}
