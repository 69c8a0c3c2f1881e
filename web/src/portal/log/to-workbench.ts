import { html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { listActions } from "../../data/action.ts";

/** The way from a message to the workbench of the action that read it; nothing when that action is gone. */
export class StormToWorkbench extends LitElement {
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
    const readers = actions.filter(({ actionType }) => actionType === "TextExtract");
    this.action = (readers.find(({ name }) => name === this.name) ?? readers[0])?.id ?? null;
  }

  protected override render() {
    if (this.action === null) return nothing;
    return html`<a class="button second" href="/portal/watchers/${this.watcherId}/actions/${this.action}/workbench?log=${this.logId}">Open in the workbench</a>`;
  }
}
