// How a watcher stands, in words. Pure.
import type { Tally, Watcher } from "../../data/watcher.ts";
import type { Tone } from "../part/badge.ts";
import { formatRelativeTime } from "../time.ts";

export type Health = "Live" | "Degraded" | "Polling" | "Disabled";
export const HEALTHS: readonly Health[] = ["Degraded", "Live", "Polling", "Disabled"];

const TONES: Record<Health, Tone> = { Live: "good", Degraded: "bad", Polling: "good", Disabled: "idle" };
const PLAIN: Record<Health, string> = {
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

/** Why, as a sentence. */
export function healthReason(watcher: Pick<Watcher, "health" | "healthReason">): string {
  const reason = watcher.healthReason?.trim() ?? "";
  if (reason === "") return PLAIN[healthOf(watcher)];
  return reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? "" : ".");
}

/** The loop that looks at the mailbox. */
export function looks(watcher: Pick<Watcher, "loops">): Watcher["loops"][number] | null {
  return watcher.loops.find(({ name }) => name === "Reconcile") ?? null;
}

export function nextLook(watcher: Pick<Watcher, "loops">, now: Date): string {
  const at = looks(watcher)?.nextRunAt;
  if (at === undefined) return "not planned";
  return new Date(at) <= now ? "now" : formatRelativeTime(at, now);
}

/** As in “2 h 5 min left”. */
export function subscriptionLeft(
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

export interface Counts {
  succeeded: number;
  failed: number;
  skipped: number;
  waiting: number;
}

export function countsOf(tally: Tally | undefined): Counts {
  const of = (status: string) => tally?.counts[status] ?? 0;
  return {
    succeeded: of("Success"),
    failed: of("Failed"),
    skipped: of("Skipped"),
    waiting: of("Detected") + of("Processing") + of("DbComplete"),
  };
}

/** Those whose name, mailbox or folder holds the words, and whose health is the one asked for. */
export function matchingWatchers<T extends Pick<Watcher, "name" | "mailboxAddress" | "folderPath" | "health">>(
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

/** What is bad comes first, then by name. */
export function worstFirst<T extends Pick<Watcher, "name" | "health">>(watchers: readonly T[]): T[] {
  const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const rank = (one: T) => (one.health === "Degraded" ? 0 : 1);
  return [...watchers].sort((one, other) => rank(one) - rank(other) || order.compare(one.name, other.name));
}
