import { html, LitElement } from "lit";
import { property } from "lit/decorators.js";
import { commonText } from "./text.ts";

/** Asks before a change that cannot be undone. Fires `storm-confirmed`. */
export class StormConfirm extends LitElement {
  @property() question = "";
  @property() detail = "";
  @property({ attribute: "button-label" }) buttonLabel = "";
  /** A page can have several. */
  private readonly idPrefix: string;
  private static count = 0;

  constructor() {
    super();
    StormConfirm.count += 1;
    this.idPrefix = `confirm-${StormConfirm.count}`;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  open(): void {
    this.dialog?.showModal();
  }

  private get dialog(): HTMLDialogElement | null {
    return this.querySelector("dialog");
  }

  private confirm(): void {
    this.dialog?.close();
    this.dispatchEvent(new Event("storm-confirmed"));
  }

  protected override render() {
    return html`<dialog aria-labelledby="${this.idPrefix}-question" aria-describedby="${this.idPrefix}-detail">
      <h2 id="${this.idPrefix}-question">${this.question}</h2>
      <p id="${this.idPrefix}-detail">${this.detail}</p>
      <div class="buttons">
        <button type="button" class="danger" @click=${this.confirm}>${this.buttonLabel}</button>
        <button type="button" class="second" autofocus @click=${() => this.dialog?.close()}>${commonText().cancel}</button>
      </div>
    </dialog>`;
  }
}
