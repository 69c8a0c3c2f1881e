import { html } from "lit";
import { listCredentials } from "../../data/credential.ts";
import { toSentence } from "../../data/problem.ts";
import { addWatcher } from "../../data/watcher.ts";
import { opensMailboxes } from "../credential/purpose.ts";
import { navigateTo } from "../events.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { toInput } from "./draft.ts";
import type { WatcherDraft } from "./fields.ts";

export class StormWatcherNew extends PortalPage {
  private readonly credentials = new Loader(this, listCredentials);

  private readonly save = async (draft: WatcherDraft, signal: AbortSignal): Promise<void> => {
    const watcher = await addWatcher(toInput(draft), signal);
    // Replaces the form: going back must not offer to add it again.
    navigateTo(`/portal/watchers/${watcher.id}/actions`, {
      replace: true,
      message: [
        `“${watcher.name}” was added. It is disabled: add its actions, then enable it.`,
        ...(watcher.warnings ?? []).map(toSentence),
      ].join(" "),
    });
  };

  protected override render() {
    return html`${backLink("/portal/watchers", "All watchers")} ${heading("Add a watcher")}
    ${whenLoaded(this.credentials, (credentials) =>
      !credentials.some(opensMailboxes)
        ? html`<p>A watcher needs a credential to sign in to the mail provider. There is none with the purpose “Mailboxes” yet.</p>
            <p><a class="button" href="/portal/credentials/new">Add a credential</a></p>`
        : html`<storm-watcher-form
          submit-label="Add watcher"
          .credentials=${credentials}
          .save=${this.save}
        ></storm-watcher-form>`,
    )}`;
  }
}
