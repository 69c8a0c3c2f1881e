import { html } from "lit";
import { property } from "lit/decorators.js";
import { type ActionInput, addAction, type Handler, listHandlers } from "../../data/action.ts";
import { type Credential, listCredentials } from "../../data/credential.ts";
import { navigateTo } from "../events.ts";
import { Loader, whenLoaded } from "../ui/loader.ts";
import { backLink, heading, PortalPage } from "../ui/page.ts";

interface ActionData {
  handlers: Handler[];
  credentials: Credential[];
}

export class StormActionNew extends PortalPage {
  @property({ type: Number }) number = 0;
  private readonly data = new Loader(this, async (signal): Promise<ActionData> => {
    const [handlers, credentials] = await Promise.all([listHandlers(signal), listCredentials(signal)]);
    return { handlers, credentials };
  });

  private readonly save = async (input: ActionInput, signal: AbortSignal): Promise<void> => {
    const added = await addAction(this.number, input, signal);
    const message = [`“${added.name}” was added.`, ...(added.warnings ?? [])].join(" ");
    navigateTo(`/portal/watchers/${this.number}/actions`, { replace: true, message });
  };

  protected override render() {
    const listPath = `/portal/watchers/${this.number}/actions`;
    return html`${backLink(listPath, "All actions")} ${heading("Add an action")}
    ${whenLoaded(
      this.data,
      ({ handlers, credentials }) =>
        html`<storm-action-editor
          submit-label="Add action"
          .watcher=${this.number}
          .handlers=${handlers}
          .credentials=${credentials}
          .save=${this.save}
        ></storm-action-editor>`,
    )}`;
  }
}
