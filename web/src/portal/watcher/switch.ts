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
  type Watcher,
} from "../../data/watcher.ts";
import { showStatus } from "../events.ts";
import { formNotice } from "../ui/field.ts";
import { Submission } from "../ui/submission.ts";
import { commonText } from "../ui/text.ts";
import { messageCount } from "./folders.ts";
import { isStatusWatcher } from "./kind.ts";
import { watcherText } from "./text.ts";

const CONFLICT = 409;

/**
 * Enables, disables and polls a watcher. Before enabling it asks what to do with existing mail. Fires
 * `storm-changed`.
 */
export class StormWatcherSwitch extends LitElement {
  @property({ attribute: false }) watcher: Watcher | null = null;
  @property({ attribute: false }) currentUser: CurrentUser | null = null;
  /** While the dialog is open: the number of messages in the folder, or the message from the service. */
  @state() private existingMail: number | string | null = null;
  private readonly submission = new Submission(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private changed(message: string): void {
    showStatus(message);
    this.dispatchEvent(new Event("storm-changed"));
  }

  /** A new watcher may process all existing mail: the user must decide first. */
  private readonly enableOrAsk = (): void => {
    void this.submission.send(async (signal) => {
      const { watcher } = this;
      if (watcher === null) return;
      if (watcher.lastMessageReceived === null && !isStatusWatcher(watcher)) {
        const count = await countExistingMail(watcher, signal);
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
      if (!(error instanceof ApiError) || error.problem.status !== CONFLICT) throw error;
      this.ask(error.problem.message);
    }
  }

  private ask(existingMail: number | string): void {
    this.existingMail = existingMail;
    void this.updateComplete.then(() => this.querySelector("dialog")?.showModal());
  }

  private readonly close = (): void => {
    this.querySelector("dialog")?.close();
    this.existingMail = null;
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
      const after = isStatusWatcher(this.watcher) ? watcherText().nothingStarts : watcherText().messagesWait;
      this.changed(`${watcherText().disabled(this.watcher.name)} ${after}`);
    });
  };

  private readonly poll = (): void => {
    void this.submission.send(async (signal) => {
      if (this.watcher === null) return;
      await pollWatcher(this.watcher.id, signal);
      this.changed(watcherText().polling(this.watcher.name));
    });
  };

  protected override render() {
    const { watcher, submission } = this;
    if (watcher === null) return nothing;
    const name = html`<span class="unseen"> ${watcher.name}</span>`;
    return html`${formNotice(submission.message)}
      <div class="buttons tight">
        ${
          watcher.isEnabled
            ? html`${
                isStatusWatcher(watcher)
                  ? nothing
                  : html`<button
                type="button"
                class="second"
                ?disabled=${submission.busy}
                @click=${this.poll}
              >${watcherText().pollNow}${name}</button>`
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
      ${this.existingMail === null ? nothing : this.question(watcher, this.existingMail)}`;
  }

  private question(watcher: Watcher, existingMail: number | string): TemplateResult {
    const text =
      typeof existingMail === "string" ? existingMail : watcherText().existing(existingMail, watcher.folderPath);
    const isAdmin = this.currentUser?.role === "admin";
    const cancel = html`<button type="button" class="second" autofocus @click=${this.close}>${commonText().cancel}</button>`;
    return html`<dialog
      aria-labelledby="start-question-${watcher.id}"
      aria-describedby="start-text-${watcher.id}"
      @close=${this.close}
    >
      <h2 id="start-question-${watcher.id}">${watcherText().existingQuestion}</h2>
      <p id="start-text-${watcher.id}">
        ${text} ${isAdmin ? watcherText().existingAdmin : operatorHint(existingMail)}
      </p>
      <div class="buttons">
        ${
          isAdmin
            ? html`<button type="button" @click=${() => this.decide(true)}>${watcherText().processExisting}</button>
              <button type="button" class="second" @click=${() => this.decide(false)}>${watcherText().processNew}</button>`
            : typeof existingMail === "number"
              ? html`<button type="button" @click=${() => this.decide(null)}>${watcherText().enable}</button>`
              : nothing
        }
        ${cancel}
      </div>
    </dialog>`;
  }
}

function operatorHint(existingMail: number | string): string {
  return typeof existingMail === "string" ? watcherText().existingUndecided : watcherText().existingConfigured;
}

/** 0 when the folder is not accessible: enabling then reports the error. */
async function countExistingMail(watcher: Watcher, signal: AbortSignal): Promise<number> {
  try {
    return messageCount(await listFolders(watcher.mailboxAddress, watcher.credentialId ?? null, signal), watcher) ?? 0;
  } catch (error) {
    if (error instanceof ApiError) return 0;
    throw error;
  }
}
