import { html, LitElement } from "lit";
import { property, state } from "lit/decorators.js";
import type { ComboboxOption } from "../ui/combobox-options.ts";
import { errorText } from "../ui/field.ts";
import { commonText } from "../ui/text.ts";
import { configText } from "./config-text.ts";

export class NameAdded extends Event {
  static readonly type = "storm-name-added";
  constructor(readonly name: string) {
    super(NameAdded.type);
  }
}

/** An input for a new name, which Enter or a button adds. Fires `storm-name-added`. */
export class StormAddName extends LitElement {
  @property({ attribute: "input-id" }) inputId = "";
  @property() label = "";
  /** What the names are added to. */
  @property() container = "";
  @property({ attribute: false }) taken: readonly string[] = [];
  @property({ attribute: false }) options: readonly ComboboxOption[] = [];
  @property({ attribute: "list-label" }) listLabel = "";
  @state() private name = "";
  @state() private error = "";

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private readonly typed = (event: Event): void => {
    this.name = (event.target as HTMLInputElement).value;
    this.error = "";
  };

  /** Without this, Enter would submit the form around the input. */
  private readonly pressed = (event: KeyboardEvent): void => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.add();
  };

  private readonly add = (): void => {
    const name = this.name.trim();
    this.error = this.problemOf(name);
    if (this.error !== "") {
      this.querySelector("input")?.focus();
      return;
    }
    this.name = "";
    this.dispatchEvent(new NameAdded(name));
  };

  private problemOf(name: string): string {
    if (name === "") return commonText().enterName;
    return this.taken.includes(name) ? configText().alreadyHas(this.container, name) : "";
  }

  protected override render() {
    const errorId = `${this.inputId}-error`;
    return html`<div class="add-entry ${this.error ? "invalid" : ""}" @keydown=${this.pressed}>
      <label for=${this.inputId}>${this.label}</label>
      ${errorText(errorId, this.error || undefined)}
      <storm-combobox
        input-id=${this.inputId}
        list-label=${this.listLabel}
        described-by=${this.error ? errorId : ""}
        ?invalid=${this.error !== ""}
        .value=${this.name}
        .options=${this.options.filter(({ value }) => !this.taken.includes(value))}
        @input=${this.typed}
      ></storm-combobox>
      <button type="button" class="second" @click=${this.add}>${commonText().add}</button>
    </div>`;
  }
}
