import { html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { type ActionInput, addAction, type Handler, listHandlers, readAction } from "../../data/action.ts";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { navigateTo } from "../events.ts";
import { titles } from "../titles.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";
import { commonText } from "../ui/text.ts";
import { type ActionCopy, copyOf } from "./copy.ts";
import { actionText } from "./text.ts";

interface ActionData {
  handlers: Handler[];
  credentials: Credential[];
  copy: ActionCopy | null;
}

export class StormActionNew extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly data = new Loader(this, async (signal): Promise<ActionData> => {
    const [handlers, credentials, copied] = await Promise.all([
      listHandlers(signal),
      listCredentials(signal),
      this.copied === 0 ? null : readAction(this.number, this.copied, signal),
    ]);
    return { handlers, credentials, copy: copied === null ? null : copyOf(copied) };
  });
  /** The action to copy; 0 for none. */
  private readonly copied = Number(new URLSearchParams(location.search).get("copy") ?? 0) || 0;

  private readonly save = async (input: ActionInput, signal: AbortSignal): Promise<void> => {
    const added = await addAction(this.number, input, signal);
    const message = [commonText().added(added.name), ...(added.warnings ?? [])].join(" ");
    navigateTo(`/portal/watchers/${this.number}/actions`, { replace: true, message });
  };

  protected override render() {
    const listPath = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(listPath, actionText().allActions)} ${heading(this.copied === 0 ? titles().page["action-new"] : actionText().copyAnAction)}
    ${whenLoaded(
      this.data,
      ({ handlers, credentials, copy }) =>
        html`${copy === null ? nothing : html`<p>${actionText().secretsNotCopied}</p>`}
        <storm-action-editor
          submit-label=${actionText().addAction}
          .watcher=${this.number}
          .copy=${copy}
          .handlers=${handlers}
          .credentials=${credentials}
          .save=${this.save}
        ></storm-action-editor>`,
    )}`;
  }
}
