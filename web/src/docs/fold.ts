// A part of the reference that is made only when it is opened: the whole document at once is slow on a phone.
import { html, nothing, type TemplateResult } from "lit";

export interface Folds {
  isOpen(id: string): boolean;
  setOpen(id: string, isOpen: boolean): void;
}

export interface Fold {
  id: string;
  summary: TemplateResult;
  body: () => TemplateResult;
}

export function foldView({ id, summary, body }: Fold, folds: Folds): TemplateResult {
  const isOpen = folds.isOpen(id);
  const follow = ({ currentTarget }: Event) => folds.setOpen(id, (currentTarget as HTMLDetailsElement).open);
  return html`<details id=${id} class="fold" ?open=${isOpen} @toggle=${follow}>
    <summary>${summary}</summary>
    ${isOpen ? html`<div class="body">${body()}</div>` : nothing}
  </details>`;
}
