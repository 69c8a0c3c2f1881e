// Which messages can be dismissed. Pure.
import type { LogDetail } from "../../data/log.ts";
import { logText } from "./text.ts";

type Message = Pick<LogDetail, "status" | "dismissedAt" | "steps">;

/** The service decides; a message that succeeded can be dismissed if it stored strikes, which only a `Sql` action does. */
export function mayBeDismissed({ status, dismissedAt, steps }: Message): boolean {
  if (dismissedAt) return false;
  if (status === "Success") return steps.some(({ actionType }) => actionType === "Sql");
  return status === "Failed" || status === "Processing";
}

/** What a dismissal does, for the person who confirms it. */
export function dismissalDetail({ status }: Pick<LogDetail, "status">): string {
  const { dismissSuccess, dismissFailed, dismissStays } = logText();
  return `${status === "Success" ? dismissSuccess : dismissFailed} ${dismissStays}`;
}
