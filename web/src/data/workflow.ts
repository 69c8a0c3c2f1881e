import type { Action } from "./action.ts";
import { answer, client, type Schemas } from "./client.ts";
import type { JsonObject } from "./json.ts";

/** A workflow that is ready to use, and what it lets be set; null where a value must be given. */
export type Ready = Schemas["ReadyWorkflow"];

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
  const body = { workflow, settings };
  return answer(client.POST("/mailbox-watcher/{id}/workflow", { params: { path: { id } }, body, signal }));
}
