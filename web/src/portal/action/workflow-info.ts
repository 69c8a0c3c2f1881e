import { type Action, listActions } from "../../data/action.ts";
import { listContextPaths, listTables } from "../../data/context-path.ts";
import { laterActions } from "./field-uses.ts";
import { NO_SUGGESTIONS, type Suggestions } from "./suggestions.ts";

/** What a form knows about the rest of the workflow. */
export interface WorkflowInfo {
  suggestions: Suggestions;
  /** The actions that run after this one. */
  later: readonly Action[];
}

export const NO_WORKFLOW_INFO: WorkflowInfo = { suggestions: NO_SUGGESTIONS, later: [] };

/** A list that cannot be read is empty: the form works without it. */
export async function loadWorkflowInfo(
  watcher: number,
  actionId: number | null,
  signal: AbortSignal,
): Promise<WorkflowInfo> {
  const [paths, tables, actions] = await Promise.all([
    listContextPaths(watcher, actionId, signal).catch(() => []),
    listTables(signal).catch(() => []),
    listActions(watcher, signal).catch(() => []),
  ]);
  return { suggestions: { paths, tables }, later: laterActions(actions, actionId) };
}
