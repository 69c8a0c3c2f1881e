import { html, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { toSentence } from "../../data/problem.ts";
import { addWatcher, type StatusWatcherInput, type WatcherInput } from "../../data/watcher.ts";
import { opensMailboxes } from "../credential/purpose.ts";
import { navigateTo } from "../events.ts";
import { choiceField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { toInput } from "./draft.ts";
import type { WatcherDraft } from "./fields.ts";
import { type StatusDraft, toStatusInput } from "./status-draft.ts";

const KINDS = [
  {
    value: "Mailbox",
    label: "New mail",
    hint: "For each message in a mailbox, such as the alerts of a lightning vendor.",
  },
  {
    value: "StatusEvent",
    label: "A status change",
    hint: "For each change of the status of a facility, within a second.",
  },
];

export class StormWatcherNew extends PortalPage {
  @state() private kind = "Mailbox";
  private readonly credentials = new Loader(this, listCredentials);

  private async add(input: WatcherInput | StatusWatcherInput, signal: AbortSignal): Promise<void> {
    const watcher = await addWatcher(input, signal);
    // Replaces the form: going back must not offer to add it again.
    navigateTo(`/portal/watchers/${watcher.id}/actions`, {
      replace: true,
      message: [
        `“${watcher.name}” was added. It is disabled: add its actions, then enable it.`,
        ...(watcher.warnings ?? []).map(toSentence),
      ].join(" "),
    });
  }

  private readonly save = (draft: WatcherDraft, signal: AbortSignal) => this.add(toInput(draft), signal);
  private readonly saveStatus = (draft: StatusDraft, signal: AbortSignal) => this.add(toStatusInput(draft), signal);

  private readonly kindChosen = (event: Event): void => {
    this.kind = (event.target as HTMLInputElement).value;
  };

  protected override render() {
    return html`${backLink("/portal/watchers", "All watchers")} ${heading("Add a watcher")}
      <div @input=${this.kindChosen}>${choiceField("kind", "What starts the workflow?", this.kind, KINDS)}</div>
      ${
        this.kind === "StatusEvent"
          ? html`<storm-status-watcher-form submit-label="Add watcher" .save=${this.saveStatus}></storm-status-watcher-form>`
          : whenLoaded(this.credentials, (credentials) => this.mailboxForm(credentials))
      }`;
  }

  private mailboxForm(credentials: Credential[]): TemplateResult {
    return !credentials.some(opensMailboxes)
      ? html`<p>A watcher of a mailbox needs a credential to sign in to the mail provider. There is none with the purpose “Mailboxes” yet.</p>
          <p><a class="button" href="/portal/credentials/new">Add a credential</a></p>`
      : html`<storm-watcher-form
        submit-label="Add watcher"
        .credentials=${credentials}
        .save=${this.save}
      ></storm-watcher-form>`;
  }
}
