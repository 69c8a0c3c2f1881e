import { html, LitElement } from "lit";
import { property, state } from "lit/decorators.js";
import { commonText } from "./text.ts";

/** Shows a secret that cannot be read again, with a button that copies it. */
export class StormSecretBox extends LitElement {
  @property() notice = "";
  @property() label = "";
  @property() value = "";
  @property() hint = "";
  @property({ attribute: "button-label" }) buttonLabel = commonText().copy;
  @state() private copied = "";

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private readonly copy = async (): Promise<void> => {
    const field = this.querySelector<HTMLInputElement>("#new-secret");
    if (field === null) return;
    field.select();
    // Without HTTPS there is no clipboard; the selected text can still be copied by hand.
    const isCopied = await navigator.clipboard?.writeText(field.value).then(
      () => true,
      () => false,
    );
    this.copied = isCopied ? commonText().copied : commonText().pressToCopy;
  };

  protected override render() {
    return html`<div class="sheet secret-box">
      <p><strong>${this.notice}</strong></p>
      <div class="field">
        <label for="new-secret">${this.label}</label>
        <input id="new-secret" type="text" readonly spellcheck="false" .value=${this.value} />
      </div>
      <div class="buttons">
        <button type="button" @click=${() => void this.copy()}>${this.buttonLabel}</button>
        <span role="status">${this.copied}</span>
      </div>
      <p class="hint">${this.hint}</p>
    </div>`;
  }
}
