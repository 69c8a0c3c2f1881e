import { html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { listActions } from "../../data/action.ts";
import { logText } from "./text.ts";

/** A link from a message to the workbench of its extraction; nothing when that action was deleted. */
export class StormWorkbenchLink extends LitElement {
  @property({ type: Number }) watcherId = 0;
  @property({ type: Number }) logId = 0;
  @property() name = "";
  @state() private action: number | null = null;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    void this.find();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private async find(): Promise<void> {
    const actions = await listActions(this.watcherId, this.stop.signal).catch(() => []);
    const extracts = actions.filter(({ actionType }) => actionType === "TextExtract");
    this.action = (extracts.find(({ name }) => name === this.name) ?? extracts[0])?.id ?? null;
  }

  protected override render() {
    if (this.action === null) return nothing;
    return html`<a class="button second" href="/portal/watchers/${this.watcherId}/actions/${this.action}/workbench?log=${this.logId}">${logText().openWorkbench}</a>`;
  }
}
