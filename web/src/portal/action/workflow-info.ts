import { type Action, listActions } from "../../data/action.ts";
import { listContextPaths, listTables } from "../../data/context-path.ts";
import { laterActions } from "./field-uses.ts";
import { inRunOrder } from "./order.ts";
import { NO_SUGGESTIONS, type Suggestions } from "./suggestions.ts";

/** What a form knows about the rest of the workflow. */
export interface WorkflowInfo {
  suggestions: Suggestions;
  /** The actions that run after this one. */
  later: readonly Action[];
}

export const NO_WORKFLOW_INFO: WorkflowInfo = { suggestions: NO_SUGGESTIONS, later: [] };

/**
 * Calls `loaded` with each list as it arrives: examples for paths can take seconds. A list that cannot be read stays
 * empty, and the form works without it.
 */
export function loadWorkflowInfo(
  watcher: number,
  actionId: number | null,
  signal: AbortSignal,
  loaded: (change: (info: WorkflowInfo) => WorkflowInfo) => void,
): void {
  const add = async <T>(list: Promise<T>, change: (info: WorkflowInfo, list: T) => WorkflowInfo): Promise<void> => {
    const found = await list.catch(() => null);
    if (found !== null && !signal.aborted) loaded((info) => change(info, found));
  };
  void add(listContextPaths(watcher, actionId, signal), (info, paths) => ({
    ...info,
    suggestions: { ...info.suggestions, paths },
  }));
  void add(listTables(signal), (info, tables) => ({ ...info, suggestions: { ...info.suggestions, tables } }));
  void add(listActions(watcher, signal), (info, actions) => ({
    ...info,
    later: laterActions(inRunOrder(actions), actionId),
  }));
}
