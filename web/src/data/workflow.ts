import type { Action } from "./action.ts";
import { answer, client, type Schemas } from "./client.ts";
import type { JsonObject } from "./json.ts";

/** A workflow that is ready to use, and what it lets be set; null where a value must be given. */
export type Ready = Omit<Schemas["ReadyWorkflow"], "settings"> & { settings: JsonObject };

export function listReady(signal: AbortSignal): Promise<Ready[]> {
  return answer(client.GET("/workflow/gallery", { signal }));
}

/** Puts all of a workflow's actions into a watcher, or none of them. */
export function importWorkflow(
  id: number,
  { workflow }: Ready,
  settings: JsonObject,
  signal: AbortSignal,
): Promise<Action[]> {
  // The document says “object”, which the types take for one without keys.
  const body = { workflow, settings } as Schemas["WorkflowInput"];
  return answer(client.POST("/mailbox-watcher/{id}/workflow", { params: { path: { id } }, body, signal }));
}
