import type { Action } from "./action.ts";
import { client, type Schemas, unwrap } from "./client.ts";
import type { JsonObject } from "./json.ts";

/** A setting is null when the user must enter a value. */
export type WorkflowTemplate = Schemas["ReadyWorkflow"];

export function listWorkflowTemplates(signal: AbortSignal): Promise<WorkflowTemplate[]> {
  return unwrap(client.GET("/workflow/gallery", { signal }));
}

/** A configuration of `TextExtract` for a common mail format, with a sample text. */
export type ReadyLayout = Schemas["ReadyLayout"];

export function listReadyLayouts(signal: AbortSignal): Promise<ReadyLayout[]> {
  return unwrap(client.GET("/workflow/layouts", { signal }));
}

/** Adds all actions of a workflow to a watcher, or none. */
export function importWorkflow(
  id: number,
  { workflow }: WorkflowTemplate,
  settings: JsonObject,
  signal: AbortSignal,
): Promise<Action[]> {
  const body = { workflow, settings };
  return unwrap(client.POST("/mailbox-watcher/{id}/workflow", { params: { path: { id } }, body, signal }));
}
