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
import { navigateTo, showStatus } from "../events.ts";
import { documentTitle } from "../route.ts";
import { titles } from "../titles.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { formNotice } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { copyOf } from "./copy.ts";
import { actionText } from "./text.ts";

interface ActionData {
  action: Action;
  handlers: Handler[];
  credentials: Credential[];
}

/** One action: a form for administrators, its config as text for everyone else. */
export class StormAction extends PortalPage {
  @property({ type: Number }) number = 0;
  @property({ type: Number }) action = 0;
  private readonly submission = new Submission(this);
  private readonly data = new Loader(this, async (signal): Promise<ActionData> => {
    const [action, handlers, credentials] = await Promise.all([
      readAction(this.number, this.action, signal),
      listHandlers(signal),
      listCredentials(signal),
    ]);
    return { action, handlers, credentials };
  });

  private get listPath(): string {
    return `/portal/watchers/${this.number}/actions`;
  }

  protected override updated(): void {
    const { value } = this.data;
    if (value !== null) document.title = documentTitle(value.action.name);
  }

  private readonly save = async (input: ActionInput, signal: AbortSignal): Promise<void> => {
    const action = await writeAction(this.number, this.action, input, signal);
    const { value } = this.data;
    if (value !== null) this.data.set({ ...value, action });
    showStatus(
      [commonText().saved(action.name), ...(action.warnings.length > 0 ? [actionText().checkWarnings] : [])].join(" "),
    );
  };

  private readonly copy = (): void => {
    const { value } = this.data;
    if (value === null) return;
    const { input, secrets } = copyOf(value.action);
    if (secrets.length > 0) {
      navigateTo(`${this.listPath}/new?copy=${this.action}`);
      return;
    }
    void this.submission.send(async (signal) => {
      const added = await addAction(this.number, input, signal);
      navigateTo(`${this.listPath}/${added.id}`, { message: commonText().added(added.name) });
    });
  };

  private readonly delete = (): void => {
    const name = this.data.value?.action.name ?? "";
    void this.submission.send(async (signal) => {
      await deleteAction(this.number, this.action, signal);
      navigateTo(this.listPath, { replace: true, message: commonText().deleted(name) });
    });
  };

  protected override render() {
    return html`${backLink(this.listPath, actionText().allActions)} ${heading(this.data.value?.action.name ?? titles().page.action)}
    ${whenLoaded(this.data, (data) => html`${this.workbenchLink(data.action)} ${this.isAdmin ? this.editor(data) : facts(data.action)}`)}`;
  }

  private workbenchLink({ actionType }: Action): TemplateResult | typeof nothing {
    if (actionType !== "TextExtract") return nothing;
    return html`<p><a class="button second" href="${this.listPath}/${this.action}/workbench">${actionText().openWorkbench}</a></p>`;
  }

  private editor({ action, handlers, credentials }: ActionData): TemplateResult {
    const actions = html`<button
      type="button"
      class="second"
      ?disabled=${this.submission.busy}
      @click=${this.copy}
    >${commonText().copy}</button>
      <button
        type="button"
        class="danger plain"
        @click=${() => this.querySelector<StormConfirm>(":scope > storm-confirm")?.open()}
      >${actionText().deleteAction}</button>`;
    return html`${formNotice(this.submission.message)} ${warningList(action.warnings)}
      <storm-action-editor
        .watcher=${this.number}
        .action=${action}
        .handlers=${handlers}
        .credentials=${credentials}
        .save=${this.save}
        .actions=${actions}
      ></storm-action-editor>
      <storm-confirm
        .question=${commonText().deleteQuestion(action.name)}
        detail=${actionText().deleteDetail}
        button-label=${actionText().deleteAction}
        @storm-confirmed=${this.delete}
      ></storm-confirm>`;
  }
}

/** Always present, so that screen readers announce warnings that a save returns. */
function warningList(warnings: readonly string[]): TemplateResult {
  return html`<div role="status">
    ${warnings.length === 0 ? nothing : html`<ul class="notice warning-list">${warnings.map((warning) => html`<li class="warning">${warning}</li>`)}</ul>`}
  </div>`;
}

function facts(action: Action): TemplateResult {
  return html`<div class="sheet wide">
    <p><span class="tag">${action.actionType}</span> ${action.isPhaseOne ? actionText().phaseOne : actionText().phaseTwo}</p>
    <pre class="config-json" tabindex="0" aria-label=${actionText().config}>${JSON.stringify(action.config, null, 2)}</pre>
  </div>`;
}
