// The choice of a mail format for a workflow template. Pure.
import type { ReadyLayout, WorkflowTemplate } from "../../data/workflow.ts";

/** Keeps the patterns of the template. */
export const DEFAULT_LAYOUT = "";

export const DEFAULT_DESCRIPTION =
  "One paragraph per strike that starts with ALERT or WARNING. Choose a format that looks like your vendor's emails, or fit the patterns later in the workbench.";

/** Value and label of each format, the template's own first. */
export function layoutOptions(layouts: readonly ReadyLayout[]): [string, string][] {
  return [
    [DEFAULT_LAYOUT, "Default (ALERT or WARNING)"],
    ...layouts.map(({ name, title }): [string, string] => [name, title]),
  ];
}

export function readsMail({ workflow }: WorkflowTemplate): boolean {
  return workflow.actions.some(({ actionType }) => actionType === "TextExtract");
}

/** The template with the patterns of a layout. */
export function withLayout(template: WorkflowTemplate, layout: ReadyLayout | undefined): WorkflowTemplate {
  if (layout === undefined) return template;
  const actions = template.workflow.actions.map((action) =>
    action.actionType === "TextExtract" ? { ...action, config: layout.config } : action,
  );
  return { ...template, workflow: { ...template.workflow, actions } };
}
