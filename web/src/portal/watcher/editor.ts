// The form of a watcher, by its kind.
import { html, type TemplateResult } from "lit";
import type { Credential } from "../../data/credential.ts";
import type { Watcher } from "../../data/watcher.ts";
import type { SaveWatcher } from "./form.ts";
import type { Kind } from "./kind.ts";

export interface WatcherEditor {
  kind: Kind;
  /** Null for a new one. */
  watcher: Watcher | null;
  credentials: Credential[];
  submitLabel: string;
  save: SaveWatcher;
}

export function watcherEditor({ kind, watcher, credentials, submitLabel, save }: WatcherEditor): TemplateResult {
  switch (kind) {
    case "Mailbox":
      return html`<storm-mailbox-watcher-form submit-label=${submitLabel} .watcher=${watcher} .credentials=${credentials} .save=${save}></storm-mailbox-watcher-form>`;
    case "File":
      return html`<storm-file-watcher-form submit-label=${submitLabel} .watcher=${watcher} .save=${save}></storm-file-watcher-form>`;
    case "StatusEvent":
      return html`<storm-status-watcher-form submit-label=${submitLabel} .watcher=${watcher} .save=${save}></storm-status-watcher-form>`;
  }
}
