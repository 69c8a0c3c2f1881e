import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Json } from "../../data/json.ts";
import { errorText } from "../ui/field.ts";
import { commonText } from "../ui/text.ts";
import {
  type ComparisonRow,
  type Condition,
  type Group,
  newRow,
  notNumbers,
  operatorLabel,
  type Row,
  readCondition,
  type ValueType,
  valueTypes,
  withOperator,
  withType,
  writeCondition,
} from "./condition.ts";
import { configText } from "./config-text.ts";
import { fieldNotes } from "./form-host.ts";
import { type PickerContext, pickedExample, pickerOptions, pickerWarning } from "./suggestions.ts";

const GROUPS: readonly Group[] = ["All", "Any"];

export class ConditionChanged extends Event {
  static readonly type = "storm-condition";
  constructor(readonly value: Json) {
    super(ConditionChanged.type);
  }
}

/** The comparisons of a condition as rows of path, operator and value. Fires `storm-condition`. */
export class StormConditionRows extends LitElement {
  @property({ attribute: false }) value: Json | undefined;
  @property({ attribute: false }) operators: readonly string[] = [];
  @property({ attribute: false }) pickers: PickerContext | null = null;
  /** Message of the service by path within the condition, such as `All[0].Path`. */
  @property({ attribute: false }) error: (path: string) => string | undefined = () => undefined;
  @property({ attribute: "id-prefix" }) idPrefix = "";
  @state() private condition: Condition = { group: "All", key: "All", rows: [] };
  private written: string | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Rows that were changed here stay as typed; any other value is read again. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("value") || (this.hasUpdated && JSON.stringify(this.value) === this.written)) return;
    this.condition = readCondition(this.value) ?? this.condition;
    this.written = JSON.stringify(this.value);
  }

  private change(condition: Condition): void {
    this.condition = condition;
    const value = writeCondition(condition);
    this.written = JSON.stringify(value);
    this.dispatchEvent(new ConditionChanged(value));
  }

  private setRow(position: number, row: Row): void {
    this.change({ ...this.condition, rows: this.condition.rows.with(position, row) });
  }

  private readonly chooseGroup = (event: Event): void => {
    const group = (event.target as HTMLSelectElement).value as Group;
    this.change({ ...this.condition, group, key: group });
  };

  private readonly add = async (): Promise<void> => {
    const { rows } = this.condition;
    this.change({ ...this.condition, rows: [...rows, newRow(this.operators[0] ?? "Equals")] });
    await this.updateComplete;
    const combobox = this.querySelectorAll<LitElement>(".comparison storm-combobox").item(rows.length);
    await combobox?.updateComplete;
    combobox?.querySelector("input")?.focus();
  };

  private removeRow(position: number): void {
    this.change({ ...this.condition, rows: this.condition.rows.toSpliced(position, 1) });
    this.querySelector<HTMLElement>(".add-comparison")?.focus();
  }

  protected override render() {
    const { group, key, rows } = this.condition;
    const groupId = `${this.idPrefix}-group`;
    return html`<div class="field">
        <label for=${groupId}>${configText().metIf}</label>
        <select id=${groupId} @change=${this.chooseGroup}>
          ${GROUPS.map((value) => html`<option value=${value} ?selected=${value === group}>${configText().group[value]}</option>`)}
        </select>
      </div>
      ${errorText(`${this.idPrefix}-list-error`, this.error(key))}
      ${rows.map((row, position) => this.row(row, position, `${key}[${position}]`))}
      <div class="buttons"><button type="button" class="second add-comparison" @click=${this.add}>${configText().addComparison}</button></div>`;
  }

  private row(row: Row, position: number, path: string): TemplateResult {
    const name = configText().comparison(position + 1);
    return html`<div class="entry comparison" role="group" aria-label=${name}>
      ${row.is === "json" ? this.jsonField(row.text, position) : this.comparison(row, position, path)}
      <button
        type="button"
        class="danger plain small"
        aria-label=${configText().removeComparison(position + 1)}
        @click=${() => this.removeRow(position)}
      >${commonText().remove}</button>
    </div>`;
  }

  private comparison(row: ComparisonRow, position: number, path: string): TemplateResult {
    return html`${this.pathField(row, position, this.error(`${path}.Path`))}
      ${this.operatorField(row, position, this.error(`${path}.Is`))}
      ${row.type === "none" && valueTypes(row).length === 1 ? nothing : this.valueFields(row, position, this.error(`${path}.Value`))}
      ${errorText(`${this.idOf(position, "row")}-error`, this.error(path))}`;
  }

  private idOf(position: number, part: string): string {
    return `${this.idPrefix}-${position}-${part}`;
  }

  private pathField(row: ComparisonRow, position: number, error: string | undefined): TemplateResult {
    const id = this.idOf(position, "path");
    const { pickers } = this;
    const notes = {
      example: pickers && pickedExample("context-path", row.path, pickers),
      warning: pickers && pickerWarning("context-path", row.path, pickers),
    };
    const type = (event: Event) => this.setRow(position, { ...row, path: (event.target as HTMLInputElement).value });
    return html`<div class="field path ${error ? "invalid" : ""}">
      <label for=${id}>${configText().path}</label>
      ${errorText(`${id}-error`, error)}
      <storm-combobox
        input-id=${id}
        list-label=${configText().list["context-path"]}
        described-by=${describing(id, error, notes)}
        ?invalid=${error !== undefined}
        .value=${row.path}
        .options=${pickers === null ? [] : pickerOptions("context-path", pickers, "any-match")}
        @input=${type}
      ></storm-combobox>
      ${fieldNotes(id, notes)}
    </div>`;
  }

  private operatorField(row: ComparisonRow, position: number, error: string | undefined): TemplateResult {
    const id = this.idOf(position, "operator");
    const known = this.operators.includes(row.operator) ? this.operators : [row.operator, ...this.operators];
    const choose = (event: Event) =>
      this.setRow(position, withOperator(row, (event.target as HTMLSelectElement).value));
    return html`<div class="field operator ${error ? "invalid" : ""}">
      <label for=${id}>${configText().operator}</label>
      ${errorText(`${id}-error`, error)}
      <select id=${id} aria-invalid=${error ? "true" : "false"} aria-describedby=${describing(id, error) || nothing} @change=${choose}>
        ${known.map((operator) => html`<option value=${operator} ?selected=${operator === row.operator}>${operatorLabel(operator) || configText().choose}</option>`)}
      </select>
    </div>`;
  }

  private valueFields(row: ComparisonRow, position: number, error: string | undefined): TemplateResult {
    const [id, types] = [this.idOf(position, "value"), valueTypes(row)];
    const chooseType = (event: Event) =>
      this.setRow(position, withType(row, (event.target as HTMLSelectElement).value as ValueType));
    const typeField = html`<div class="field type">
      <label for="${id}-type">${configText().valueType}</label>
      <select id="${id}-type" @change=${chooseType}>
        ${types.map((type) => html`<option value=${type} ?selected=${type === row.type}>${configText().valueTypes[type]}</option>`)}
      </select>
    </div>`;
    const wrong = notNumbers(row);
    const warning = wrong.length === 0 ? null : configText().notNumbers(wrong.join(", "));
    const hasField = row.type !== "null" && row.type !== "none";
    return html`${types.length > 1 ? typeField : nothing}
      <div class="field value ${error ? "invalid" : ""}">
        ${hasField ? html`<label for=${id}>${row.type === "texts" || row.type === "numbers" ? configText().values : configText().value}</label>` : nothing}
        ${errorText(`${id}-error`, error)}
        ${hasField ? this.valueControl(row, position, id, error, warning) : nothing} ${fieldNotes(id, { warning })}
      </div>`;
  }

  private valueControl(
    row: ComparisonRow,
    position: number,
    id: string,
    error: string | undefined,
    warning: string | null,
  ): TemplateResult {
    const type = (event: Event) => this.setRow(position, { ...row, text: (event.target as HTMLInputElement).value });
    const [invalid, about] = [error ? "true" : "false", describing(id, error, { warning }) || nothing] as const;
    if (row.type === "flag") {
      return html`<select id=${id} aria-invalid=${invalid} aria-describedby=${about} @change=${type}>
        ${["true", "false"].map((value) => html`<option value=${value} ?selected=${value === row.text}>${value}</option>`)}
      </select>`;
    }
    if (row.type === "texts" || row.type === "numbers" || row.type === "json") {
      return html`<textarea
        id=${id}
        class="mono"
        rows="3"
        autocapitalize="none"
        spellcheck="false"
        aria-invalid=${invalid}
        aria-describedby=${about}
        .value=${row.text}
        @input=${type}
      ></textarea>`;
    }
    return html`<input
      id=${id}
      class=${row.operator === "Matches" ? "mono" : ""}
      inputmode=${row.type === "number" ? "decimal" : nothing}
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-invalid=${invalid}
      aria-describedby=${about}
      .value=${row.text}
      @input=${type}
    />`;
  }

  /** What is no comparison of path, operator and value. */
  private jsonField(text: string, position: number): TemplateResult {
    const id = this.idOf(position, "json");
    const type = (event: Event) =>
      this.setRow(position, { is: "json", text: (event.target as HTMLTextAreaElement).value });
    return html`<div class="field json">
      <label for=${id}>${configText().comparisonAsJson}</label>
      <textarea id=${id} class="mono" rows="4" spellcheck="false" .value=${text} @input=${type}></textarea>
    </div>`;
  }
}

function describing(
  id: string,
  error: string | undefined,
  notes: { example?: string | null; warning?: string | null } = {},
): string {
  return [error && `${id}-error`, notes.example && `${id}-example`, notes.warning && `${id}-warning`]
    .filter(Boolean)
    .join(" ");
}
