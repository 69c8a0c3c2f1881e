import { html } from "lit";
import { property } from "lit/decorators.js";
import { type ActionInput, addAction, type Handler, listHandlers } from "../../data/action.ts";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { go } from "../events.ts";
import { Loading, loaded } from "../part/loading.ts";
import { backLink, heading, PortalPage } from "../part/page.ts";

interface Known {
  handlers: Handler[];
  credentials: Credential[];
}

export class StormActionNew extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly known = new Loading(this, async (signal): Promise<Known> => {
    const [handlers, credentials] = await Promise.all([listHandlers(signal), listCredentials(signal)]);
    return { handlers, credentials };
  });

  private readonly save = async (input: ActionInput, signal: AbortSignal): Promise<void> => {
    const made = await addAction(this.number, input, signal);
    const words = [`“${made.name}” was added.`, ...(made.warnings ?? [])].join(" ");
    go(`/portal/watchers/${this.number}/actions`, { replace: true, words });
  };

  protected override render() {
    const place = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(place, "All actions of this watcher")} ${heading("Add an action")}
    ${loaded(
      this.known,
      ({ handlers, credentials }) =>
        html`<storm-action-editor act="Add action" .watcher=${this.number} .handlers=${handlers} .credentials=${credentials} .save=${this.save}></storm-action-editor>`,
    )}`;
  }
}
