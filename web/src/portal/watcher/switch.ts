import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { Refusal } from "../../data/problem.ts";
import type { Person } from "../../data/session.ts";
import {
  disableWatcher,
  enableWatcher,
  listFolders,
  patchWatcher,
  reloadWatcher,
  type Watcher,
} from "../../data/watcher.ts";
import { say } from "../events.ts";
import { formNotice } from "../part/field.ts";
import { Sending } from "../part/sending.ts";
import { folderCount } from "./folders.ts";

const CONFLICT = 409;

/** Switches a watcher on and off, and has it look now. Asks first when mail lies in the folder that it has never seen. Says `storm-changed`. */
export class StormSwitch extends LitElement {
  @property({ attribute: false }) watcher: Watcher | null = null;
  @property({ attribute: false }) person: Person | null = null;
  /** What lies in the folder, while the question is open. */
  @state() private lying: number | string | null = null;
  private readonly sending = new Sending(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private changed(words: string): void {
    say(words);
    this.dispatchEvent(new Event("storm-changed"));
  }

  /** A watcher that has never seen a message takes all that lies there: that is told before. */
  private readonly begin = (): void => {
    void this.sending.send(async (signal) => {
      const { watcher } = this;
      if (watcher === null) return;
      if (watcher.lastMessageReceived === null) {
        const count = await countLying(watcher, signal);
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
      this.changed(`“${watcher.name}” is switched on.`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.status !== CONFLICT) throw error;
      this.ask(error.problem.words);
    }
  }

  private ask(lying: number | string): void {
    this.lying = lying;
    void this.updateComplete.then(() => this.querySelector("dialog")?.showModal());
  }

  private readonly close = (): void => {
    this.querySelector("dialog")?.close();
    this.lying = null;
  };

  private readonly decide = (processExisting: boolean | null): void => {
    const { watcher } = this;
    this.close();
    if (watcher === null) return;
    void this.sending.send(async (signal) => {
      if (processExisting === null) return this.enable(signal);
      await patchWatcher(watcher.id, { processExisting, isEnabled: true }, signal);
      this.changed(`“${watcher.name}” is switched on.`);
    });
  };

  private readonly disable = (): void => {
    void this.sending.send(async (signal) => {
      if (this.watcher === null) return;
      await disableWatcher(this.watcher.id, signal);
      this.changed(`“${this.watcher.name}” is switched off. What is not yet in hand waits.`);
    });
  };

  private readonly reload = (): void => {
    void this.sending.send(async (signal) => {
      if (this.watcher === null) return;
      await reloadWatcher(this.watcher.id, signal);
      this.changed(`The mailbox of “${this.watcher.name}” is being looked at.`);
    });
  };

  protected override render() {
    const { watcher, sending } = this;
    if (watcher === null) return nothing;
    const named = html`<span class="unseen"> ${watcher.name}</span>`;
    return html`${formNotice(sending.words)}
      <div class="buttons tight">
        ${
          watcher.isEnabled
            ? html`<button type="button" class="second" ?disabled=${sending.busy} @click=${this.reload}>Check now${named}</button>
              <button type="button" class="second" ?disabled=${sending.busy} @click=${this.disable}>Disable${named}</button>`
            : html`<button type="button" ?disabled=${sending.busy} @click=${this.begin}>Enable${named}</button>`
        }
      </div>
      ${this.lying === null ? nothing : this.question(watcher, this.lying)}`;
  }

  private question(watcher: Watcher, lying: number | string): TemplateResult {
    const words =
      typeof lying === "string"
        ? lying
        : `${lying.toLocaleString("en-US")} ${lying === 1 ? "message lies" : "messages lie"} in ${watcher.folderPath} already.`;
    const isAdmin = this.person?.role === "admin";
    const cancel = html`<button type="button" class="second" autofocus @click=${this.close}>Cancel</button>`;
    return html`<dialog aria-labelledby="start-question-${watcher.id}" aria-describedby="start-words-${watcher.id}" @close=${this.close}>
      <h2 id="start-question-${watcher.id}">Start with the mail that is there?</h2>
      <p id="start-words-${watcher.id}">
        ${words} ${isAdmin ? "Every one of them would be run through the actions and put away." : startForOperator(lying)}
      </p>
      <div class="buttons">
        ${
          isAdmin
            ? html`<button type="button" @click=${() => this.decide(true)}>Take all of it</button>
              <button type="button" class="second" @click=${() => this.decide(false)}>Only new mail</button>`
            : typeof lying === "number"
              ? html`<button type="button" @click=${() => this.decide(null)}>Enable</button>`
              : nothing
        }
        ${cancel}
      </div>
    </dialog>`;
  }
}

function startForOperator(lying: number | string): string {
  return typeof lying === "string"
    ? "An administrator has to say whether that mail counts."
    : "It is taken or left as the administrator has set it up.";
}

/** How much lies in the folder; 0 when nobody can tell: enabling itself tells what is wrong. */
async function countLying(watcher: Watcher, signal: AbortSignal): Promise<number> {
  try {
    return folderCount(await listFolders(watcher.mailboxAddress, watcher.credentialId ?? null, signal), watcher) ?? 0;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
}
