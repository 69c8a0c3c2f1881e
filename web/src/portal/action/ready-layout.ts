// The choice of a mail format for a workflow template. Pure.
import type { ReadyLayout, WorkflowTemplate } from "../../data/workflow.ts";
import { layoutText } from "./gallery-names.ts";
import { galleryText } from "./gallery-text.ts";

/** Keeps the patterns of the template. */
export const DEFAULT_LAYOUT = "";

/** Value and label of each format, the template's own first. */
export function layoutOptions(layouts: readonly ReadyLayout[]): [string, string][] {
  return [
    [DEFAULT_LAYOUT, galleryText().defaultFormat],
    ...layouts.map((layout): [string, string] => [layout.name, layoutText(layout).title]),
  ];
}

export function readsMail({ workflow }: WorkflowTemplate): boolean {
  return workflow.kind !== "File" && workflow.actions.some(({ actionType }) => actionType === "TextExtract");
}

/** The template with the patterns of a layout. */
export function withLayout(template: WorkflowTemplate, layout: ReadyLayout | undefined): WorkflowTemplate {
  if (layout === undefined) return template;
  const actions = template.workflow.actions.map((action) =>
    action.actionType === "TextExtract" ? { ...action, config: layout.config } : action,
  );
  return { ...template, workflow: { ...template.workflow, actions } };
}
