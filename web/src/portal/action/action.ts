import { html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import {
  type Action,
  type ActionInput,
  addAction,
  deleteAction,
  type Handler,
  listHandlers,
  readAction,
  writeAction,
} from "../../data/action.ts";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { go, say } from "../events.ts";
import type { StormConfirm } from "../part/confirm.ts";
import { formNotice } from "../part/field.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { Sending } from "../part/sending.ts";
import { documentTitle } from "../route.ts";

interface Known {
  action: Action;
  handlers: Handler[];
  credentials: Credential[];
}

/** One action: a form for administrators, its config as text for everyone else. */
export class StormAction extends PortalPage {
  @property({ type: Number }) number = 0;
  @property({ type: Number }) action = 0;
  private readonly sending = new Sending(this);
  private readonly known = new Loading(this, async (signal): Promise<Known> => {
    const [action, handlers, credentials] = await Promise.all([
      readAction(this.number, this.action, signal),
      listHandlers(signal),
      listCredentials(signal),
    ]);
    return { action, handlers, credentials };
  });

  private get place(): string {
    return `/portal/watchers/${this.number}/actions`;
  }

  protected override updated(): void {
    const { value } = this.known;
    if (value !== null) document.title = documentTitle(value.action.name);
  }

  private readonly save = async (input: ActionInput, signal: AbortSignal): Promise<void> => {
    const action = await writeAction(this.number, this.action, input, signal);
    const { value } = this.known;
    if (value !== null) this.known.set({ ...value, action });
    say([`“${action.name}” was saved.`, ...(action.warnings ?? [])].join(" "));
  };

  private readonly copy = (): void => {
    const { value } = this.known;
    if (value === null) return;
    void this.sending.send(async (signal) => {
      const { id: _id, order: _order, warnings: _warnings, name, ...rest } = value.action;
      const made = await addAction(this.number, { ...rest, name: `${name} (copy)`.slice(-200) }, signal);
      go(`${this.place}/${made.id}`, { words: `“${made.name}” was added.` });
    });
  };

  private readonly erase = (): void => {
    const name = this.known.value?.action.name ?? "";
    void this.sending.send(async (signal) => {
      await deleteAction(this.number, this.action, signal);
      go(this.place, { replace: true, words: `“${name}” was deleted.` });
    });
  };

  protected override render() {
    return html`${backLink(this.place, "All actions of this watcher")} ${heading(this.known.value?.action.name ?? "Action")}
    ${loaded(this.known, (known) => html`${this.toWorkbench(known.action)} ${this.isAdmin ? this.editor(known) : facts(known.action)}`)}`;
  }

  private toWorkbench({ actionType }: Action): TemplateResult | typeof nothing {
    if (actionType !== "TextExtract") return nothing;
    return html`<p><a class="button second" href="${this.place}/${this.action}/workbench">Open in the workbench</a></p>`;
  }

  private editor({ action, handlers, credentials }: Known): TemplateResult {
    const beside = html`<button type="button" class="second" ?disabled=${this.sending.busy} @click=${this.copy}>Copy</button>
      <button type="button" class="danger plain" @click=${() => this.querySelector<StormConfirm>("storm-confirm")?.open()}>Delete action</button>`;
    return html`${formNotice(this.sending.words)}
      <storm-action-editor .watcher=${this.number} .action=${action} .handlers=${handlers} .credentials=${credentials} .save=${this.save} .beside=${beside}></storm-action-editor>
      <storm-confirm
        .question=${`Delete “${action.name}”?`}
        detail="Messages that arrive from now on are processed without it."
        act="Delete action"
        @storm-confirmed=${this.erase}
      ></storm-confirm>`;
  }
}

function facts(action: Action): TemplateResult {
  return html`<div class="sheet wide">
    <p><span class="tag">${action.actionType}</span> ${action.isPhaseOne ? "First phase" : "Second phase"}</p>
    <pre class="guide" tabindex="0" aria-label="Config">${JSON.stringify(action.config, null, 2)}</pre>
  </div>`;
}
