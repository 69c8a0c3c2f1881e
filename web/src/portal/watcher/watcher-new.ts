import { html } from "lit";
import { listCredentials } from "../../data/credential.ts";
import { sentence } from "../../data/problem.ts";
import { addWatcher } from "../../data/watcher.ts";
import { go } from "../events.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";
import { type Draft, inputOf } from "./draft.ts";

export class StormWatcherNew extends PortalPage {
  private readonly credentials = new Loading(this, listCredentials);

  private readonly save = async (draft: Draft, signal: AbortSignal): Promise<void> => {
    const made = await addWatcher(inputOf(draft), signal);
    // In place of the form: going back must not offer to add it a second time.
    go(`/portal/watchers/${made.id}/actions`, {
      replace: true,
      words: [
        `“${made.name}” was added. It is switched off: now say what is done with each message.`,
        ...(made.warnings ?? []).map(sentence),
      ].join(" "),
    });
  };

  protected override render() {
    return html`${backLink("/portal/watchers", "All watchers")} ${heading("Add a watcher")}
    ${loaded(this.credentials, (credentials) =>
      credentials.length === 0
        ? html`<p>A watcher signs in with a credential, and there is none yet.</p>
            <p><a class="button" href="/portal/credentials/new">Add a credential</a></p>`
        : html`<storm-watcher-form act="Add watcher" .credentials=${credentials} .save=${this.save}></storm-watcher-form>`,
    )}`;
  }
}
