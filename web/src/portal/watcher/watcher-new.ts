import { html, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { toSentence } from "../../data/problem.ts";
import { addWatcher, type StatusWatcherInput, type WatcherInput } from "../../data/watcher.ts";
import { opensMailboxes } from "../credential/purpose.ts";
import { navigateTo } from "../events.ts";
import { titles } from "../titles.ts";
import { choiceField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { toInput } from "./draft.ts";
import type { WatcherDraft } from "./fields.ts";
import { watcherFormText } from "./form-text.ts";
import { type StatusDraft, toStatusInput } from "./status-draft.ts";
import { watcherText } from "./text.ts";

const KINDS = ["Mailbox", "StatusEvent"] as const;

export class StormWatcherNew extends PortalPage {
  @state() private kind = "Mailbox";
  private readonly credentials = new Loader(this, listCredentials);

  private async add(input: WatcherInput | StatusWatcherInput, signal: AbortSignal): Promise<void> {
    const watcher = await addWatcher(input, signal);
    // Replaces the form: going back must not offer to add it again.
    navigateTo(`/portal/watchers/${watcher.id}/actions`, {
      replace: true,
      message: [watcherFormText().addedDisabled(watcher.name), ...(watcher.warnings ?? []).map(toSentence)].join(" "),
    });
  }

  private readonly save = (draft: WatcherDraft, signal: AbortSignal) => this.add(toInput(draft), signal);
  private readonly saveStatus = (draft: StatusDraft, signal: AbortSignal) => this.add(toStatusInput(draft), signal);

  private readonly kindChosen = (event: Event): void => {
    this.kind = (event.target as HTMLInputElement).value;
  };

  protected override render() {
    const { whatStarts, kinds } = watcherFormText();
    const choices = KINDS.map((value) => ({ value, ...kinds[value] }));
    return html`${backLink("/portal/watchers", watcherText().allWatchers)} ${heading(titles().page["watcher-new"])}
      <div @input=${this.kindChosen}>${choiceField("kind", whatStarts, this.kind, choices)}</div>
      ${
        this.kind === "StatusEvent"
          ? html`<storm-status-watcher-form submit-label=${watcherText().addWatcher} .save=${this.saveStatus}></storm-status-watcher-form>`
          : whenLoaded(this.credentials, (credentials) => this.mailboxForm(credentials))
      }`;
  }

  private mailboxForm(credentials: Credential[]): TemplateResult {
    return !credentials.some(opensMailboxes)
      ? html`<p>${watcherFormText().needsCredential}</p>
          <p><a class="button" href="/portal/credentials/new">${watcherFormText().addCredential}</a></p>`
      : html`<storm-watcher-form
        submit-label=${watcherText().addWatcher}
        .credentials=${credentials}
        .save=${this.save}
      ></storm-watcher-form>`;
  }
}
