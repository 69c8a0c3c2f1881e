// Which ready workflows fit a watcher. Pure.
import { FILE_WORKFLOWS } from "../../data/file-workflows.ts";
import type { WorkflowTemplate } from "../../data/workflow.ts";
import type { Kind } from "../watcher/kind.ts";

export function offeredWorkflows(templates: readonly WorkflowTemplate[], kind: Kind): WorkflowTemplate[] {
  return templates.filter(({ workflow }) => FILE_WORKFLOWS.includes(workflow.name) === (kind === "File"));
}
