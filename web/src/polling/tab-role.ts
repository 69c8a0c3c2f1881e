// Which tab of a browser has the connection. Pure.

/** How often the leading tab reports to the others. */
export const REPORT_INTERVAL_MS = 5_000;
/** A frozen tab keeps its lock. After this silence another tab takes it. */
export const MAX_LEADER_SILENCE_MS = 30_000;

/**
 * `apart`: hidden, without a connection. `alone`: has its own connection, because tabs cannot share one. `following`: waits for
 * the lock, and gets the messages of the tab that has it. `leading`: has the lock and the connection.
 */
export type TabRole = "apart" | "alone" | "following" | "leading";

export interface TabState {
  role: TabRole;
  /** Whether the tab needs a stream. */
  isAllowed: boolean;
  /** Since the last message of the leading tab. */
  leaderSilentMs: number;
}

export type TabStep = "leave" | "join" | "wait" | "takeOver" | "connect";

export function nextTabStep({ role, isAllowed, leaderSilentMs }: TabState): TabStep {
  if (!isAllowed) return "leave";
  if (role === "apart") return "join";
  if (role !== "following") return "connect";
  return leaderSilentMs > MAX_LEADER_SILENCE_MS ? "takeOver" : "wait";
}
