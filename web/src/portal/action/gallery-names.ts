// The names of ready workflows and mail formats in the language of the page. Pure.
import type { ReadyLayout, WorkflowTemplate } from "../../data/workflow.ts";
import { galleryText, type NamedText } from "./gallery-text.ts";

/** A workflow that has no translation is shown as the service describes it. */
export function workflowText({ name, description }: WorkflowTemplate["workflow"]): NamedText {
  return translated(galleryText().workflows, name) ?? { title: name, description };
}

export function layoutText({ name, title, description }: ReadyLayout): NamedText {
  return translated(galleryText().layouts, name) ?? { title, description };
}

function translated(texts: Record<string, NamedText>, name: string): NamedText | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
