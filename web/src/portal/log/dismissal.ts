// Which messages can be dismissed. Pure.
import type { LogDetail } from "../../data/log.ts";

type Message = Pick<LogDetail, "status" | "dismissedAt" | "steps">;

/** The service decides; a message that succeeded can be dismissed if it stored strikes, which only a `Sql` action does. */
export function mayBeDismissed({ status, dismissedAt, steps }: Message): boolean {
  if (dismissedAt) return false;
  if (status === "Success") return steps.some(({ actionType }) => actionType === "Sql");
  return status === "Failed" || status === "Processing";
}
