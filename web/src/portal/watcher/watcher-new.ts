import { html, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { addWatcher } from "../../data/watcher.ts";
import { opensMailboxes } from "../credential/purpose.ts";
import { chooseGuidePage, navigateTo } from "../events.ts";
import { watcherGuidePage } from "../guide-links.ts";
import { titles } from "../titles.ts";
import { choiceField } from "../ui/field.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { watcherEditor } from "./editor.ts";
import type { SaveWatcher } from "./form.ts";
import { watcherFormText } from "./form-text.ts";
import { warningTexts } from "./health.ts";
import { KINDS, type Kind } from "./kind.ts";
import { watcherText } from "./text.ts";

export class StormWatcherNew extends PortalPage {
  @state() private kind = readKind(new URLSearchParams(location.search).get("kind"));
  private readonly credentials = new Loader(this, listCredentials);

  private readonly save: SaveWatcher = async (body, signal) => {
    const watcher = await addWatcher(body, signal);
    // Replaces the form: going back must not offer to add it again.
    navigateTo(`/portal/watchers/${watcher.id}/actions`, {
      replace: true,
      message: [watcherFormText().addedDisabled(watcher.name), ...warningTexts(watcher)].join(" "),
    });
  };

  private readonly kindChosen = (event: Event): void => {
    this.kind = readKind((event.target as HTMLInputElement).value);
  };

  protected override updated(): void {
    chooseGuidePage(watcherGuidePage(this.kind, "watcher-new"));
  }

  protected override render() {
    const { whatStarts, kinds } = watcherFormText();
    const choices = KINDS.map((value) => ({ value, ...kinds[value] }));
    return html`${backLink("/portal/watchers", watcherText().allWatchers)} ${heading(titles().page["watcher-new"])}
      <div @input=${this.kindChosen}>${choiceField("kind", whatStarts, this.kind, choices)}</div>
      ${whenLoaded(this.credentials, (credentials) => this.form(credentials))}`;
  }

  private form(credentials: Credential[]): TemplateResult {
    const { kind, save } = this;
    if (kind === "Mailbox" && !credentials.some(opensMailboxes))
      return html`<p>${watcherFormText().needsCredential}</p>
        <p><a class="button" href="/portal/credentials/new">${watcherFormText().addCredential}</a></p>`;
    return watcherEditor({ kind, watcher: null, credentials, submitLabel: watcherText().addWatcher, save });
  }
}

/** A link may name it. */
function readKind(value: string | null): Kind {
  return KINDS.find((kind) => kind === value) ?? "Mailbox";
}
