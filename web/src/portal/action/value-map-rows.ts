import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { JsonObject } from "../../data/json.ts";
import { commonText } from "../ui/text.ts";
import { configText } from "./config-text.ts";
import { isRepeated, otherType, readValueRows, type ValueRow, writeValueRows } from "./value-map.ts";

export class ValueMapChanged extends Event {
  static readonly type = "storm-value-map";
  constructor(readonly value: JsonObject) {
    super(ValueMapChanged.type);
  }
}

/** A map as rows of the text in the mail and the value to store. Fires `storm-value-map`. */
export class StormValueMapRows extends LitElement {
  @property({ attribute: false }) value: JsonObject = {};
  @property({ attribute: "id-prefix" }) idPrefix = "";
  @state() private rows: readonly ValueRow[] = [];
  private written: string | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Rows that were changed here stay as typed; any other value is read again. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("value") || JSON.stringify(this.value) === this.written) return;
    this.rows = readValueRows(this.value);
    this.written = JSON.stringify(this.value);
  }

  private change(rows: readonly ValueRow[]): void {
    this.rows = rows;
    const value = writeValueRows(rows);
    this.written = JSON.stringify(value);
    this.dispatchEvent(new ValueMapChanged(value));
  }

  private readonly add = async (): Promise<void> => {
    this.rows = [...this.rows, { text: "", value: "" }];
    await this.updateComplete;
    this.querySelector<HTMLElement>(".value-row:last-of-type input")?.focus();
  };

  private removeRow(position: number): void {
    this.change(this.rows.toSpliced(position, 1));
    this.querySelector<HTMLElement>(".add-value")?.focus();
  }

  /** Enter continues with the next row instead of submitting the form. */
  private readonly pressed = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void this.add();
  };

  protected override render() {
    return html`<div @keydown=${this.pressed}>${this.rows.map((row, position) => this.row(row, position))}</div>
      <button type="button" class="second small add-value" @click=${this.add}>${configText().addValue}</button>`;
  }

  private row(row: ValueRow, position: number): TemplateResult {
    const id = `${this.idPrefix}-${position}`;
    const warning = isRepeated(this.rows, position) ? configText().listedTwice(row.text.trim()) : null;
    const type = otherType(row.value);
    const set = (change: Partial<ValueRow>) => this.change(this.rows.with(position, { ...row, ...change }));
    return html`<div class="value-row" role="group" aria-label=${configText().valueNumber(position + 1)}>
      ${input(`${id}-text`, configText().textInMail, row.text, (text) => set({ text }), warning ? `${id}-text-warning` : "")}
      ${input(`${id}-value`, configText().valueToStore, row.value, (value) => set({ value }), type ? `${id}-value-hint` : "")}
      <button
        type="button"
        class="danger plain small"
        aria-label=${configText().removeValue(position + 1)}
        @click=${() => this.removeRow(position)}
      >${commonText().remove}</button>
      ${type === null ? nothing : html`<p class="hint" id="${id}-value-hint">${configText().storedAs(type)}</p>`}
      ${warning === null ? nothing : html`<p class="warning" id="${id}-text-warning">${warning}</p>`}
    </div>`;
  }
}

function input(
  id: string,
  label: string,
  value: string,
  set: (text: string) => void,
  describedBy: string,
): TemplateResult {
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-describedby=${describedBy || nothing}
      .value=${value}
      @input=${(event: Event) => set((event.target as HTMLInputElement).value)}
    />
  </div>`;
}
