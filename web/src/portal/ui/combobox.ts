import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { type ComboboxOption, matchingOptions, movedPosition } from "./combobox-options.ts";
import { commonText } from "./text.ts";

/**
 * A text input that offers values; any other text is possible too. Listen to `input`: choosing an option fires it as
 * typing does. A plain input while there are no options.
 */
export class StormCombobox extends LitElement {
  @property({ attribute: "input-id" }) inputId = "";
  @property() value = "";
  @property({ attribute: false }) options: readonly ComboboxOption[] = [];
  /** What the list contains, for screen readers. */
  @property({ attribute: "list-label" }) listLabel = "";
  @property({ attribute: "described-by" }) describedBy = "";
  @property({ type: Boolean }) invalid = false;
  @state() private isOpen = false;
  /** The list has all options until something is typed. */
  @state() private isFiltered = false;
  @state() private position = -1;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private get shown(): ComboboxOption[] {
    return this.isFiltered ? matchingOptions(this.options, this.value) : matchingOptions(this.options, "");
  }

  private get input(): HTMLInputElement | null {
    return this.querySelector("input");
  }

  private open(): void {
    if (!this.isOpen)
      [this.isFiltered, this.position] = [false, this.shown.findIndex(({ value }) => value === this.value)];
    this.isOpen = true;
  }

  private readonly close = (): void => {
    [this.isOpen, this.position] = [false, -1];
  };

  private readonly typed = (event: Event): void => {
    this.value = (event.target as HTMLInputElement).value;
    [this.isOpen, this.isFiltered, this.position] = [true, true, -1];
  };

  private choose({ value }: ComboboxOption): void {
    const { input } = this;
    if (input === null) return;
    input.value = value;
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    this.close();
    input.focus();
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    if (this.options.length === 0) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (this.isOpen)
        this.position = movedPosition(this.position, event.key === "ArrowDown" ? 1 : -1, this.shown.length);
      else this.open();
      return;
    }
    const option = this.isOpen ? this.shown[this.position] : undefined;
    // Enter without a chosen option stays Enter in the form.
    if (event.key === "Enter" && option !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.choose(option);
    }
    if (event.key === "Escape" && this.isOpen) {
      event.stopPropagation();
      this.close();
    }
  };

  private readonly toggle = (): void => {
    if (this.isOpen) this.close();
    else this.open();
    this.input?.focus();
  };

  private readonly left = (event: FocusEvent): void => {
    if (!this.contains(event.relatedTarget as Node | null)) this.close();
  };

  protected override updated(changed: PropertyValues): void {
    // The list can be below the end of the screen.
    if (changed.has("isOpen") && this.isOpen) this.querySelector("ul")?.scrollIntoView({ block: "nearest" });
    if (changed.has("position")) this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  protected override render() {
    const hasOptions = this.options.length > 0;
    const shown = this.isOpen ? this.shown : [];
    const isOpen = shown.length > 0;
    const listId = `${this.inputId}-list`;
    // One template for both: the input must keep the focus when the options arrive.
    return html`<div class="combobox" @focusout=${this.left}>
      <input
        id=${this.inputId}
        class="mono"
        role=${hasOptions ? "combobox" : nothing}
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        aria-autocomplete=${hasOptions ? "list" : nothing}
        aria-expanded=${hasOptions ? (isOpen ? "true" : "false") : nothing}
        aria-controls=${hasOptions ? listId : nothing}
        aria-activedescendant=${isOpen && this.position >= 0 ? `${this.inputId}-option-${this.position}` : nothing}
        aria-invalid=${this.invalid ? "true" : "false"}
        aria-describedby=${this.describedBy || nothing}
        .value=${this.value}
        @input=${this.typed}
        @keydown=${this.pressed}
        @click=${() => this.open()}
      />
      ${hasOptions ? this.list(listId, isOpen, shown) : nothing}
    </div>`;
  }

  private list(id: string, isOpen: boolean, shown: readonly ComboboxOption[]): TemplateResult {
    return html`<button
        type="button"
        class="second"
        tabindex="-1"
        aria-label=${commonText().showList(this.listLabel)}
        @click=${this.toggle}
      ><span aria-hidden="true">▾</span></button>
      <ul id=${id} role="listbox" aria-label=${this.listLabel} ?hidden=${!isOpen}>
        ${shown.map((option, index) => this.option(option, index))}
      </ul>`;
  }

  private option(option: ComboboxOption, index: number): TemplateResult {
    // Without preventDefault the input would lose the focus before the click.
    return html`<li
      id="${this.inputId}-option-${index}"
      role="option"
      aria-selected=${index === this.position ? "true" : "false"}
      @mousedown=${(event: MouseEvent) => event.preventDefault()}
      @click=${() => this.choose(option)}
    ><span class="mono">${option.value}</span> <span class="hint">${option.note}</span></li>`;
  }
}
