import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { ApiError } from "../../data/problem.ts";
import type { CurrentUser } from "../../data/session.ts";
import {
  disableWatcher,
  enableWatcher,
  listFolders,
  patchWatcher,
  pollWatcher,
  readBalance,
  type Watcher,
} from "../../data/watcher.ts";
import { showStatus } from "../events.ts";
import { formNotice } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { withRootsFix } from "./file-draft.ts";
import { messageCount } from "./folders.ts";
import { type FolderKind, folderKindOf, folderKindText, kindText } from "./kind.ts";
import { watcherText } from "./text.ts";

const CONFLICT = 409;
/** The service names the setting that an administrator must decide about. */
const UNDECIDED_SETTING = "processExisting";

/**
 * Enables, disables and polls a watcher. Before enabling it asks what to do with existing mail or files. Fires
 * `storm-changed`.
 */
export class StormWatcherSwitch extends LitElement {
  @property({ attribute: false }) watcher: Watcher | null = null;
  @property({ attribute: false }) currentUser: CurrentUser | null = null;
  /** While the dialog is open: the number of messages or files in the folder, or the message from the service. */
  @state() private existing: number | string | null = null;
  private readonly submission = new Submission(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private changed(message: string): void {
    showStatus(message);
    this.dispatchEvent(new Event("storm-changed"));
  }

  /** A new watcher may process everything in its folder: the user must decide first. */
  private readonly enableOrAsk = (): void => {
    void this.submission.send(async (signal) => {
      const { watcher } = this;
      if (watcher === null) return;
      const kind = folderKindOf(watcher);
      if (watcher.lastMessageReceived === null && kind !== null) {
        const count = await countExisting(watcher, kind, signal);
        if (count > 0) return this.ask(count);
      }
      await this.enable(signal);
    });
  };

  private async enable(signal: AbortSignal): Promise<void> {
    const { watcher } = this;
    if (watcher === null) return;
    try {
      await enableWatcher(watcher.id, signal);
      this.changed(watcherText().enabled(watcher.name));
    } catch (error) {
      if (!(error instanceof ApiError) || !isUndecided(error)) throw error;
      this.ask(error.problem.message);
    }
  }

  private ask(existing: number | string): void {
    this.existing = existing;
    void this.updateComplete.then(() => this.querySelector("dialog")?.showModal());
  }

  private readonly close = (): void => {
    this.querySelector("dialog")?.close();
    this.existing = null;
  };

  private readonly decide = (processExisting: boolean | null): void => {
    const { watcher } = this;
    this.close();
    if (watcher === null) return;
    void this.submission.send(async (signal) => {
      if (processExisting === null) return this.enable(signal);
      await patchWatcher(watcher.id, { processExisting, isEnabled: true }, signal);
      this.changed(watcherText().enabled(watcher.name));
    });
  };

  private readonly disable = (): void => {
    void this.submission.send(async (signal) => {
      if (this.watcher === null) return;
      await disableWatcher(this.watcher.id, signal);
      this.changed(`${watcherText().disabled(this.watcher.name)} ${kindText(this.watcher).afterDisabling}`);
    });
  };

  private readonly poll = (): void => {
    void this.submission.send(async (signal) => {
      const kind = this.watcher === null ? null : folderKindOf(this.watcher);
      if (this.watcher === null || kind === null) return;
      await pollWatcher(this.watcher.id, signal);
      this.changed(folderKindText(kind).polling(this.watcher.name));
    });
  };

  protected override render() {
    const { watcher, submission } = this;
    if (watcher === null) return nothing;
    const name = html`<span class="unseen"> ${watcher.name}</span>`;
    const kind = folderKindOf(watcher);
    const { message } = submission;
    return html`${formNotice(message === null ? null : withRootsFix(message))}
      <div class="buttons tight">
        ${
          watcher.isEnabled
            ? html`${
                kind === null
                  ? nothing
                  : html`<button
                type="button"
                class="second"
                ?disabled=${submission.busy}
                @click=${this.poll}
              >${folderKindText(kind).pollNow}${name}</button>`
              }
              <button
                type="button"
                class="second"
                ?disabled=${submission.busy}
                @click=${this.disable}
              >${watcherText().disable}${name}</button>`
            : html`<button type="button" ?disabled=${submission.busy} @click=${this.enableOrAsk}>${watcherText().enable}${name}</button>`
        }
      </div>
      ${this.existing === null || kind === null ? nothing : this.question(watcher, kind, this.existing)}`;
  }

  private question(watcher: Watcher, kind: FolderKind, existing: number | string): TemplateResult {
    const text = folderKindText(kind);
    const folder = kind === "File" ? (watcher.folder ?? "") : watcher.folderPath;
    const found = typeof existing === "string" ? existing : text.existing(existing, folder);
    const operatorHint = typeof existing === "string" ? text.existingUndecided : watcherText().existingConfigured;
    const isAdmin = this.currentUser?.role === "admin";
    const cancel = html`<button type="button" class="second" autofocus @click=${this.close}>${commonText().cancel}</button>`;
    return html`<dialog
      aria-labelledby="start-question-${watcher.id}"
      aria-describedby="start-text-${watcher.id}"
      @close=${this.close}
    >
      <h2 id="start-question-${watcher.id}">${text.existingQuestion}</h2>
      <p id="start-text-${watcher.id}">
        ${found} ${isAdmin ? text.existingAdmin : operatorHint}
      </p>
      <div class="buttons">
        ${
          isAdmin
            ? html`<button type="button" @click=${() => this.decide(true)}>${text.processExisting}</button>
              <button type="button" class="second" @click=${() => this.decide(false)}>${text.processNew}</button>`
            : typeof existing === "number"
              ? html`<button type="button" @click=${() => this.decide(null)}>${watcherText().enable}</button>`
              : nothing
        }
        ${cancel}
      </div>
    </dialog>`;
  }
}

function isUndecided({ problem }: ApiError): boolean {
  return problem.status === CONFLICT && problem.message.includes(UNDECIDED_SETTING);
}

/** 0 when the folder is not accessible: enabling then reports the error. */
async function countExisting(watcher: Watcher, kind: FolderKind, signal: AbortSignal): Promise<number> {
  try {
    return await (kind === "File" ? countFiles(watcher, signal) : countMail(watcher, signal));
  } catch (error) {
    if (error instanceof ApiError) return 0;
    throw error;
  }
}

async function countMail(watcher: Watcher, signal: AbortSignal): Promise<number> {
  const folders = await listFolders(watcher.mailboxAddress, watcher.credentialId ?? null, signal);
  return messageCount(folders, watcher) ?? 0;
}

/** The watched folder is the first one of the balance. */
async function countFiles({ id }: Watcher, signal: AbortSignal): Promise<number> {
  const { folders } = await readBalance(id, 1, "UTC", signal);
  return folders[0]?.totalItemCount ?? 0;
}
