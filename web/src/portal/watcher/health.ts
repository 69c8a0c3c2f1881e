// The health of watchers as text, and lists of watchers. Pure.
import type { MessageCounts, Watcher } from "../../data/watcher.ts";
import { formatRelativeTime } from "../time.ts";
import type { Tone } from "../ui/badge.ts";

export type Health = "Live" | "Degraded" | "Polling" | "Disabled";
export const HEALTHS: readonly Health[] = ["Degraded", "Live", "Polling", "Disabled"];

const TONES: Record<Health, Tone> = { Live: "good", Degraded: "bad", Polling: "good", Disabled: "idle" };
const DESCRIPTIONS: Record<Health, string> = {
  Live: "The provider tells of new mail, and the mailbox is looked at as well.",
  Degraded: "Something that should work does not.",
  Polling: "The mailbox is looked at again and again, as it was set up.",
  Disabled: "It is switched off.",
};

export function healthOf(watcher: Pick<Watcher, "health">): Health {
  return HEALTHS.find((health) => health === watcher.health) ?? "Degraded";
}

export function healthTone(health: Health): Tone {
  return TONES[health];
}

export function healthReason(watcher: Pick<Watcher, "health" | "healthReason">): string {
  const reason = watcher.healthReason?.trim() ?? "";
  if (reason === "") return DESCRIPTIONS[healthOf(watcher)];
  return reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? "" : ".");
}

/** The loop that polls the mailbox. */
export function pollLoop(watcher: Pick<Watcher, "loops">): Watcher["loops"][number] | null {
  return watcher.loops.find(({ name }) => name === "Reconcile") ?? null;
}

export function nextPollText(watcher: Pick<Watcher, "loops">, now: Date): string {
  const at = pollLoop(watcher)?.nextRunAt;
  if (at === undefined) return "not planned";
  return new Date(at) <= now ? "now" : formatRelativeTime(at, now);
}

/** “9,999 minutes left”, “none”, “has ended” */
export function subscriptionText(
  watcher: Pick<Watcher, "mode" | "isEnabled" | "graphSubscriptionId" | "subscriptionExpiresAt">,
  now: Date,
): string {
  if (watcher.mode === "PollOnly") return "not wanted";
  if (!watcher.isEnabled) return "none while off";
  const ends = watcher.subscriptionExpiresAt;
  if (!watcher.graphSubscriptionId || !ends) return "none";
  const minutes = Math.floor((new Date(ends).getTime() - now.getTime()) / 60_000);
  if (minutes < 0) return "has ended";
  return `${minutes.toLocaleString("en-US")} ${minutes === 1 ? "minute" : "minutes"} left`;
}

export interface ResultCounts {
  succeeded: number;
  failed: number;
  skipped: number;
  waiting: number;
}

export function resultCounts(counts: MessageCounts | undefined): ResultCounts {
  const of = (status: string) => counts?.counts[status] ?? 0;
  return {
    succeeded: of("Success"),
    failed: of("Failed"),
    skipped: of("Skipped"),
    waiting: of("Detected") + of("Processing") + of("DbComplete"),
  };
}

/** By words in the name, mailbox or folder, and by health; empty means any. */
export function searchWatchers<T extends Pick<Watcher, "name" | "mailboxAddress" | "folderPath" | "health">>(
  watchers: readonly T[],
  search: string,
  health: string,
): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = (one: T) => `${one.name} ${one.mailboxAddress} ${one.folderPath}`.toLowerCase();
  return watchers.filter(
    (one) => (health === "" || one.health === health) && words.every((word) => text(one).includes(word)),
  );
}

/** Degraded first, then by name. */
export function sortByHealth<T extends Pick<Watcher, "name" | "health">>(watchers: readonly T[]): T[] {
  const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const rank = (one: T) => (one.health === "Degraded" ? 0 : 1);
  return [...watchers].sort((one, other) => rank(one) - rank(other) || order.compare(one.name, other.name));
}
