// Which messages can be dismissed. Pure.
import type { LogDetail } from "../../data/log.ts";

type Message = Pick<LogDetail, "status" | "dismissedAt" | "steps">;

/** The service decides; a message that succeeded can be dismissed if it stored strikes, which only a `Sql` action does. */
export function mayBeDismissed({ status, dismissedAt, steps }: Message): boolean {
  if (dismissedAt) return false;
  if (status === "Success") return steps.some(({ actionType }) => actionType === "Sql");
  return status === "Failed" || status === "Processing";
}

/** What a dismissal does, for the person who confirms it. */
export function dismissalDetail({ status }: Pick<LogDetail, "status">): string {
  const effect =
    status === "Success"
      ? "Its strikes stay stored, but the feed no longer counts it as implausible."
      : "Its strikes, if it has any, are not stored. The message no longer counts against health and feed.";
  return `${effect} It stays in the log, and a retry makes it count again.`;
}
