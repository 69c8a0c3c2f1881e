// The health of watchers as text, and lists of watchers. Pure.
import { formatDuration } from "../../data/duration.ts";
import { toSentence } from "../../data/problem.ts";
import type { MessageCounts, Watcher } from "../../data/watcher.ts";
import { withLocalTimes } from "../../status-text/local-times.ts";
import { formatRelativeTime } from "../time.ts";
import type { Tone } from "../ui/badge.ts";
import { commonText } from "../ui/text.ts";
import { withRootsFix } from "./file-draft.ts";
import { kindOf, kindText, sourceText, type WatcherSource } from "./kind.ts";
import { watcherText } from "./text.ts";

export type Health = "Live" | "Degraded" | "Polling" | "Disabled";
export const HEALTHS: readonly Health[] = ["Degraded", "Live", "Polling", "Disabled"];

const TONES: Record<Health, Tone> = { Live: "good", Degraded: "bad", Polling: "good", Disabled: "idle" };

export function healthOf(watcher: Pick<Watcher, "health">): Health {
  return HEALTHS.find((health) => health === watcher.health) ?? "Degraded";
}

export interface WatcherStatus {
  tone: Tone;
  label: string;
  text: string;
}

/**
 * After a failed poll the status is never “Live”, even though the service reports Degraded only after a while. Nor is it while
 * the strikes of the watcher cannot be trusted.
 */
export function watcherStatus(
  watcher: Pick<Watcher, "health" | "healthReason" | "loops" | "feedProblem"> & Partial<Pick<Watcher, "kind">>,
): WatcherStatus {
  const health = healthOf(watcher);
  const error = lastPollError(watcher);
  if (error !== null && (health === "Live" || health === "Polling"))
    return {
      tone: "bad",
      label: kindText(watcher).pollFailed,
      text: kindText(watcher).lastPollFailed(toSentence(error)),
    };
  const problem = watcher.feedProblem;
  if (problem && (health === "Live" || health === "Polling"))
    return {
      tone: "bad",
      label: watcherText().feedProblem,
      text: `${toSentence(withLocalTimes(problem.reason, undefined))} ${problem.advice}`.trim(),
    };
  const reason = watcher.healthReason?.trim() ?? "";
  const { health: labels, healthText } = watcherText();
  const label = labels[health];
  if (reason === "")
    return { tone: TONES[health], label, text: health === "Live" ? kindText(watcher).live : healthText[health] };
  const tone = TONES[health] === "good" ? "warn" : TONES[health];
  return { tone, label, text: toSentence(reason) };
}

/** What the service reports about the settings, as sentences. */
export function warningTexts({ warnings }: Pick<Watcher, "warnings">): string[] {
  return (warnings ?? []).map((warning) => withRootsFix(toSentence(warning)));
}

/** The loop that polls the mailbox, scans the folder or reads the status changes. */
export function pollLoop(watcher: Pick<Watcher, "loops">): Watcher["loops"][number] | null {
  return watcher.loops.find(({ name }) => name === "Reconcile") ?? null;
}

/** Null when the last poll succeeded. */
export function lastPollError(watcher: Pick<Watcher, "loops">): string | null {
  const { lastError, lastFailureAt, lastSuccessAt } = pollLoop(watcher) ?? {};
  if (!lastError) return null;
  const hasSucceededSince = lastSuccessAt && lastFailureAt && new Date(lastSuccessAt) > new Date(lastFailureAt);
  return hasSucceededSince ? null : lastError;
}

export function nextPollText(watcher: Pick<Watcher, "loops">, now: Date): string {
  const at = pollLoop(watcher)?.nextRunAt;
  if (at === undefined) return watcherText().notScheduled;
  return new Date(at) <= now ? commonText().now : formatRelativeTime(at, now);
}

/** “expires in 6 days 22 hours”, “none”, “expired” */
export function subscriptionText(
  watcher: Pick<Watcher, "mode" | "isEnabled" | "graphSubscriptionId" | "subscriptionExpiresAt">,
  now: Date,
): string {
  if (watcher.mode === "PollOnly") return watcherText().notUsed;
  if (!watcher.isEnabled) return watcherText().noneWhileDisabled;
  const expiresAt = watcher.subscriptionExpiresAt;
  if (!watcher.graphSubscriptionId || !expiresAt) return watcherText().noSubscription;
  const msLeft = new Date(expiresAt).getTime() - now.getTime();
  return msLeft < 0 ? watcherText().expired : watcherText().expiresIn(formatDuration(msLeft));
}

export interface ResultCounts {
  succeeded: number;
  failed: number;
  skipped: number;
  inProgress: number;
}

export function resultCounts(counts: MessageCounts | undefined): ResultCounts {
  const countOf = (status: string) => counts?.counts[status] ?? 0;
  return {
    succeeded: countOf("Success"),
    failed: countOf("Failed"),
    skipped: countOf("Skipped"),
    inProgress: countOf("Detected") + countOf("Processing") + countOf("DbComplete"),
  };
}

/** An empty filter matches all. */
export interface WatcherFilter {
  /** Words in the name, mailbox or folder. */
  search: string;
  health: string;
  kind: string;
}

export function searchWatchers<T extends Pick<Watcher, "name" | "health"> & WatcherSource>(
  watchers: readonly T[],
  { search, health, kind }: WatcherFilter,
): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (watcher: T) => `${watcher.name} ${sourceText(watcher)}`.toLowerCase();
  return watchers.filter(
    (watcher) =>
      (health === "" || watcher.health === health) &&
      (kind === "" || kindOf(watcher) === kind) &&
      words.every((word) => text(watcher).includes(word)),
  );
}

/** Those with a problem first, then by name. */
export function sortByHealth<T extends Pick<Watcher, "name" | "health" | "feedProblem">>(watchers: readonly T[]): T[] {
  const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const rank = (watcher: T) => (watcher.health === "Degraded" || watcher.feedProblem ? 0 : 1);
  return [...watchers].sort((first, second) => rank(first) - rank(second) || order.compare(first.name, second.name));
}
