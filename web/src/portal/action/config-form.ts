import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Json, JsonObject } from "../../data/json.ts";
import type { StormConfirm } from "../ui/confirm.ts";
import { errorText } from "../ui/field.ts";
import { LatestRequest } from "../ui/latest-request.ts";
import { readCondition } from "./condition.ts";
import { ConditionChanged } from "./condition-rows.ts";
import { configText } from "./config-text.ts";
import {
  choiceControl,
  flagControl,
  linesControl,
  looseValueControl,
  numberControl,
  pickerControl,
  textControl,
} from "./controls.ts";
import { entryId, mapControl, nameListControl } from "./entries.ts";
import { type FormHost, groupFrame, idOf } from "./form-host.ts";
import { numberOrPath } from "./json-text.ts";
import { isRelevant } from "./relevance.ts";
import { withoutEmptyGroups } from "./required.ts";
import {
  type ConfigField,
  configFields,
  isObject,
  type Picker,
  parseConfigJson,
  type Schema,
  valueAt,
  withValue,
} from "./schema.ts";
import { type PathExample, type PickerContext, pickerContext, withExample } from "./suggestions.ts";
import { TypedTexts } from "./typed-texts.ts";
import { isGuarded, questionBeforeRemoval, questionBeforeRename, type UsesQuestion } from "./uses-question.ts";
import { ValueMapChanged } from "./value-map-rows.ts";
import { loadWorkflowInfo, NO_WORKFLOW_INFO, type WorkflowInfo } from "./workflow-info.ts";

export class ConfigChanged extends Event {
  static readonly type = "storm-config";
  constructor(
    readonly config: JsonObject,
    /** False while the typed JSON is invalid. */
    readonly isValid: boolean,
  ) {
    super(ConfigChanged.type);
  }
}

/** A config as a form generated from its schema, or as JSON. Fires `storm-config` at every change. */
export class StormConfigForm extends LitElement implements FormHost {
  @property({ attribute: false }) schema: Schema = {};
  @property({ attribute: false }) config: JsonObject = {};
  /** Messages by path, without the leading `config.`. */
  @property({ attribute: false }) errors: Record<string, string> = {};
  /** The watcher whose paths and actions the form knows; 0 for none. */
  @property({ type: Number }) watcher = 0;
  /** The value at a path in the message that the page shows; other messages give the other examples. */
  @property({ attribute: false }) example: PathExample | null = null;
  /** The edited action; null for a new one. */
  @property({ attribute: false }) action: number | null = null;
  @state() private raw: string | null = null;
  @state() private rawError = "";
  @state() private workflow: WorkflowInfo = NO_WORKFLOW_INFO;
  @state() private question: (UsesQuestion & { confirmed: () => void }) | null = null;
  readonly typedTexts = new TypedTexts();
  pickers: PickerContext = pickerContext(NO_WORKFLOW_INFO.suggestions, [], {});
  private readonly shownErrors = new Set<string>();
  /** Of the guarded field with the focus. */
  private valueBefore: Json | undefined;
  private readonly request = new LatestRequest(this);

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.watcher !== 0 && (changed.has("watcher") || changed.has("action"))) this.load();
    const suggestions = withExample(this.workflow.suggestions, this.example);
    this.pickers = pickerContext(suggestions, configFields(this.schema), this.config);
    this.shownErrors.clear();
    if (changed.has("config")) this.updateRaw();
  }

  /** The page may change the config too, as by a selected value; the next key would undo it. */
  private updateRaw(): void {
    if (this.raw === null) return;
    const parsed = parseConfigJson(this.raw);
    if ("value" in parsed && JSON.stringify(parsed.value) === JSON.stringify(this.config)) return;
    [this.raw, this.rawError] = [JSON.stringify(this.config, null, 2), ""];
  }

  private load(): void {
    loadWorkflowInfo(this.watcher, this.action, this.request.start(), (change) => {
      this.workflow = change(this.workflow);
    });
  }

  private emitChange(config: JsonObject, isValid = true): void {
    this.config = config;
    this.dispatchEvent(new ConfigChanged(config, isValid));
  }

  setValue(keys: readonly string[], value: Json | undefined): void {
    this.emitChange(withoutEmptyGroups(configFields(this.schema), withValue(this.config, keys, value), keys));
  }

  error(path: string): string | undefined {
    const key = Object.keys(this.errors).find((errorPath) => errorPath.toLowerCase() === path.toLowerCase());
    if (key === undefined) return undefined;
    this.shownErrors.add(key);
    return this.errors[key];
  }

  addEntry(part: ConfigField, name: string, value: Json): void {
    const found = valueAt(this.config, part.keys);
    this.setValue(part.keys, { ...(isObject(found) ? found : {}), [name]: value });
    void this.focusIn(entryId(part, name));
  }

  /** After the controls inside have rendered. */
  private async focusIn(id: string): Promise<void> {
    await this.updateComplete;
    const entry = this.querySelector(`#${CSS.escape(id)}`);
    await entry?.querySelector<LitElement>("storm-combobox")?.updateComplete;
    entry?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }

  removeEntry(part: ConfigField, name: string): void {
    const remove = () => {
      const { [name]: _removed, ...rest } = valueAt(this.config, part.keys) as JsonObject;
      this.setValue(part.keys, rest);
      this.querySelector<HTMLElement>(`#${CSS.escape(`${idOf(part)}-new`)}`)?.focus();
    };
    const question = questionBeforeRemoval(this.schema, this.config, part, name, this.workflow.later);
    if (question === null) remove();
    else void this.ask(question, remove);
  }

  private async ask(question: UsesQuestion, confirmed: () => void): Promise<void> {
    this.question = { ...question, confirmed };
    await this.updateComplete;
    const confirm = this.querySelector<StormConfirm>("storm-confirm");
    await confirm?.updateComplete;
    confirm?.open();
  }

  private readonly toggleRaw = (): void => {
    this.raw = this.raw === null ? JSON.stringify(this.config, null, 2) : null;
    this.rawError = "";
  };

  private readonly rawTyped = (event: InputEvent): void => {
    this.raw = (event.target as HTMLTextAreaElement).value;
    const parsed = parseConfigJson(this.raw);
    this.rawError = "error" in parsed ? parsed.error : "";
    this.emitChange("value" in parsed ? parsed.value : this.config, "value" in parsed);
  };

  protected override render() {
    const isRaw = this.raw !== null;
    const content = isRaw ? this.rawView() : configFields(this.schema).map((part) => this.renderField(part));
    return html`<div class="buttons">
        <button
          type="button"
          class="second"
          aria-pressed=${isRaw ? "true" : "false"}
          ?disabled=${this.rawError !== ""}
          @click=${this.toggleRaw}
        >${isRaw ? configText().editAsForm : configText().editAsJson}</button>
      </div>
      ${content} ${this.otherErrors()}
      <storm-confirm
        .question=${this.question?.question ?? ""}
        .detail=${this.question?.detail ?? ""}
        .buttonLabel=${this.question?.buttonLabel ?? ""}
        @storm-confirmed=${() => this.question?.confirmed()}
      ></storm-confirm>`;
  }

  private rawView(): TemplateResult {
    return html`<div class="field ${this.rawError ? "invalid" : ""}">
      <label for="field-raw">${configText().configAsJson}</label>
      ${errorText("field-raw-error", this.rawError || undefined)}
      <textarea
        id="field-raw"
        class="mono"
        rows="18"
        spellcheck="false"
        aria-invalid=${this.rawError ? "true" : "false"}
        aria-describedby=${this.rawError ? "field-raw-error" : nothing}
        .value=${this.raw ?? ""}
        @input=${this.rawTyped}
      ></textarea>
    </div>`;
  }

  /** Errors that no field of the form shows. Called after the fields were rendered. */
  private otherErrors(): TemplateResult | typeof nothing {
    const others = Object.entries(this.errors).filter(([path]) => !this.shownErrors.has(path));
    if (others.length === 0) return nothing;
    return html`<ul class="result-list" role="status">
      ${others.map(([path, message]) => html`<li class="error"><span class="mono">${path}</span> ${message}</li>`)}
    </ul>`;
  }

  renderField(part: ConfigField): TemplateResult {
    const { kind } = part;
    switch (kind.is) {
      case "object":
        return groupFrame(this, part, this.parts(kind.parts));
      case "map":
        return mapControl(this, part, kind);
      case "flag":
        return flagControl(this, part);
      case "choice":
        return choiceControl(this, part, kind.options);
      case "number":
        return numberControl(this, part);
      case "number-or-path":
        return pickerControl(this, part, "context-path", "root", numberOrPath);
      case "text":
        return this.text(part, kind.long, kind.picker);
      case "list":
        return kind.picker === null ? linesControl(this, part, true) : nameListControl(this, part, kind.picker);
      case "condition":
        return this.condition(part, kind.operators);
      case "value-map":
        return this.valueMap(part);
      case "value":
        return looseValueControl(this, part);
      case "json":
        return linesControl(this, part, false);
    }
  }

  /** What the type of a field does not use is hidden, unless it has a value or an error. */
  private parts(parts: readonly ConfigField[]): TemplateResult[] {
    const isShown = (part: ConfigField) => isRelevant(part, this.config) || this.error(part.path) !== undefined;
    return parts.filter(isShown).map((part) => this.renderField(part));
  }

  private text(part: ConfigField, isLong: boolean, picker: Picker | null): TemplateResult {
    if (picker !== null) return pickerControl(this, part, picker, part.keys[0] === "FieldMap" ? "in-record" : "root");
    const control = textControl(this, part, isLong);
    return isGuarded(this.schema, part) ? this.guarded(part, control) : control;
  }

  /** Asks when the typed value is complete. The value before stays unless the answer is yes. */
  private guarded(part: ConfigField, control: TemplateResult): TemplateResult {
    const remember = () => {
      this.valueBefore = valueAt(this.config, part.keys);
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Enter" && this.askBeforeRename(part)) event.preventDefault();
    };
    return html`<div @focusin=${remember} @change=${() => this.askBeforeRename(part)} @keydown=${pressed}>${control}</div>`;
  }

  private askBeforeRename(part: ConfigField): boolean {
    const [before, now] = [this.valueBefore, valueAt(this.config, part.keys)];
    const question = questionBeforeRename(this.config, before, this.workflow.later);
    if (question === null) return false;
    this.setValue(part.keys, before);
    void this.ask(question, () => this.setValue(part.keys, now));
    return true;
  }

  private condition(part: ConfigField, operators: readonly string[]): TemplateResult {
    const value = valueAt(this.config, part.keys);
    if (readCondition(value) === null) return linesControl(this, part, false);
    const change = (event: Event) => {
      if (event instanceof ConditionChanged) this.setValue(part.keys, event.value);
    };
    const prefix = `${part.path}.`.toLowerCase();
    for (const path of Object.keys(this.errors)) if (path.toLowerCase().startsWith(prefix)) this.shownErrors.add(path);
    return groupFrame(
      this,
      part,
      html`<storm-condition-rows
        id-prefix=${idOf(part)}
        .value=${value}
        .operators=${operators}
        .pickers=${this.pickers}
        .error=${(path: string) => this.error(`${part.path}.${path}`)}
        @storm-condition=${change}
      ></storm-condition-rows>`,
    );
  }

  private valueMap(part: ConfigField): TemplateResult {
    const value = valueAt(this.config, part.keys) ?? {};
    if (!isObject(value)) return linesControl(this, part, false);
    const change = (event: Event) => {
      if (!(event instanceof ValueMapChanged)) return;
      this.setValue(part.keys, Object.keys(event.value).length === 0 ? undefined : event.value);
    };
    return groupFrame(
      this,
      part,
      html`<storm-value-map-rows
        id-prefix=${idOf(part)}
        .value=${value}
        @storm-value-map=${change}
      ></storm-value-map-rows>`,
    );
  }
}
