import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Json, JsonObject } from "../../data/json.ts";
import { errorText } from "../ui/field.ts";
import { inlineCode } from "../ui/inline-code.ts";
import {
  type ConfigField,
  configFields,
  type FieldKind,
  isObject,
  parseConfigJson,
  type Schema,
  valueAt,
  withValue,
} from "./schema.ts";

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
export class StormConfigForm extends LitElement {
  @property({ attribute: false }) schema: Schema = {};
  @property({ attribute: false }) config: JsonObject = {};
  /** Messages by path, without the leading `config.`. */
  @property({ attribute: false }) errors: Record<string, string> = {};
  @state() private raw: string | null = null;
  @state() private rawError = "";
  /** The typed text of JSON fields, which may not be valid yet. */
  private readonly typedText = new Map<string, string>();
  private readonly multiline = new Set<string>();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private emitChange(config: JsonObject, isValid = true): void {
    this.config = config;
    this.dispatchEvent(new ConfigChanged(config, isValid));
  }

  private setValue(path: string, value: Json | undefined): void {
    this.emitChange(withValue(this.config, path, value));
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
    return html`<div class="buttons">
        <button
          type="button"
          class="second"
          aria-pressed=${isRaw ? "true" : "false"}
          ?disabled=${this.rawError !== ""}
          @click=${this.toggleRaw}
        >${isRaw ? "Edit as form" : "Edit as JSON"}</button>
      </div>
      ${isRaw ? this.rawView() : configFields(this.schema).map((part) => this.renderField(part))} ${this.otherErrors(isRaw)}`;
  }

  private rawView(): TemplateResult {
    return html`<div class="field ${this.rawError ? "invalid" : ""}">
      <label for="field-raw">Config as JSON</label>
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

  /** Errors that no field of the form shows. */
  private otherErrors(all: boolean): TemplateResult | typeof nothing {
    const shown = all ? [] : allPaths(configFields(this.schema));
    const others = Object.entries(this.errors).filter(
      ([path]) => !shown.some((shownPath) => shownPath.toLowerCase() === path.toLowerCase()),
    );
    if (others.length === 0) return nothing;
    return html`<ul class="result-list" role="status">
      ${others.map(([path, message]) => html`<li class="error"><span class="mono">${path}</span> ${message}</li>`)}
    </ul>`;
  }

  private renderField(part: ConfigField): TemplateResult {
    const { kind } = part;
    if (kind.is === "object") {
      return html`<fieldset class="group">
        <legend>${part.name}</legend>
        ${part.hint ? html`<p class="hint">${inlineCode(part.hint)}</p>` : nothing} ${errorText(`${idOf(part)}-error`, this.error(part.path))}
        ${kind.parts.map((inner) => this.renderField(inner))}
      </fieldset>`;
    }
    if (kind.is === "map") return this.map(part, kind.of);
    if (kind.is === "flag") return this.flag(part);
    return this.field(part, this.control(part));
  }

  private error(path: string): string | undefined {
    const key = Object.keys(this.errors).find((errorPath) => errorPath.toLowerCase() === path.toLowerCase());
    return key === undefined ? undefined : this.errors[key];
  }

  private invalidText(part: ConfigField): "true" | "false" {
    return this.error(part.path) ? "true" : "false";
  }

  private field(part: ConfigField, control: TemplateResult): TemplateResult {
    const id = idOf(part);
    return html`<div class="field ${this.error(part.path) ? "invalid" : ""}">
      <label for=${id}>${part.name}${part.required ? nothing : html` <span class="hint inline">optional</span>`}</label>
      ${part.hint ? html`<p class="hint" id="${id}-hint">${inlineCode(part.hint)}</p>` : nothing} ${errorText(`${id}-error`, this.error(part.path))} ${control}
    </div>`;
  }

  private describedBy(part: ConfigField): string | typeof nothing {
    const id = idOf(part);
    return [part.hint && `${id}-hint`, this.error(part.path) && `${id}-error`].filter(Boolean).join(" ") || nothing;
  }

  private control(part: ConfigField): TemplateResult {
    const { kind } = part;
    if (kind.is === "choice") return this.choice(part, kind.options);
    if (kind.is === "text") return this.line(part, (text) => text, kind.long);
    if (kind.is === "number") return this.line(part, numberOrText, null);
    return this.lines(part, kind.is === "list");
  }

  private choice(part: ConfigField, options: Extract<FieldKind, { is: "choice" }>["options"]): TemplateResult {
    const [id, value, invalid] = [idOf(part), valueAt(this.config, part.path), this.invalidText(part)];
    const choose = (event: Event) => this.setValue(part.path, (event.target as HTMLSelectElement).value || undefined);
    return html`<select id=${id} aria-invalid=${invalid} aria-describedby=${this.describedBy(part)} @change=${choose}>
      ${part.required && typeof value === "string" && value !== "" ? nothing : html`<option value="">${part.required ? "Choose" : "Not set"}</option>`}
      ${options.map((option) => html`<option value=${option.value} ?selected=${option.value === value}>${option.value}${option.hint ? ` – ${option.hint}` : ""}</option>`)}
    </select>`;
  }

  /** `isLong` is null for values that are always one line. */
  private line(part: ConfigField, read: (text: string) => Json, isLong: boolean | null): TemplateResult {
    const [id, invalid, value] = [idOf(part), this.invalidText(part), toText(valueAt(this.config, part.path))];
    const type = (event: InputEvent) => {
      const text = (event.target as HTMLInputElement).value;
      this.setValue(part.path, text === "" && !part.required ? undefined : read(text));
    };
    if (isLong !== null && this.isMultiline(part.path, isLong, value)) {
      return html`<textarea
        id=${id}
        class="mono"
        rows=${rowsFor(value)}
        autocapitalize="none"
        spellcheck="false"
        aria-invalid=${invalid}
        aria-describedby=${this.describedBy(part)}
        .value=${value}
        @input=${type}
      ></textarea>`;
    }
    return html`<input
      id=${id}
      class=${isPattern(part) ? "mono" : ""}
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-invalid=${invalid}
      aria-describedby=${this.describedBy(part)}
      .value=${value}
      @input=${type}
    />`;
  }

  private lines(part: ConfigField, isList: boolean): TemplateResult {
    const [id, invalid, value] = [idOf(part), this.invalidText(part), valueAt(this.config, part.path)];
    const read = isList ? parseList : parseLooseJson;
    const shown =
      this.typedText.get(part.path) ??
      (isList && Array.isArray(value) ? value.map(toText).join("\n") : toPrettyJson(value));
    const type = (event: InputEvent) => {
      const text = (event.target as HTMLTextAreaElement).value;
      this.typedText.set(part.path, text);
      this.setValue(part.path, read(text));
    };
    return html`<p class="hint">${isList ? "One per line." : "JSON, or plain text without quotes."}</p>
      <textarea
        id=${id}
        class="mono"
        rows=${rowsFor(shown)}
        spellcheck="false"
        aria-invalid=${invalid}
        aria-describedby=${this.describedBy(part)}
        .value=${shown}
        @input=${type}
      ></textarea>`;
  }

  /** An input would join the lines of a text. A field that became multiline stays so while typing. */
  private isMultiline(path: string, isLong: boolean, text: string): boolean {
    if (isLong || text.includes("\n")) this.multiline.add(path);
    return this.multiline.has(path);
  }

  private flag(part: ConfigField): TemplateResult {
    const check = (event: Event) => this.setValue(part.path, (event.target as HTMLInputElement).checked);
    return html`<label class="choice">
      <input type="checkbox" .checked=${valueAt(this.config, part.path) === true} @change=${check} />
      <span>${part.name} <span class="hint">${inlineCode(part.hint)}</span></span>
    </label>`;
  }

  /** Names with values, which can be added and removed. */
  private map(part: ConfigField, of: FieldKind): TemplateResult {
    const found = valueAt(this.config, part.path);
    const value = isObject(found) ? found : {};
    const add = (event: Event) => {
      const input = (event.currentTarget as HTMLElement).parentElement?.querySelector("input");
      const name = input?.value.trim() ?? "";
      if (name === "" || Object.hasOwn(value, name)) return input?.focus();
      if (input) input.value = "";
      this.setValue(part.path, { ...value, [name]: of.is === "object" ? {} : "" });
    };
    return html`<fieldset class="group">
      <legend>${part.name}</legend>
      ${part.hint ? html`<p class="hint">${inlineCode(part.hint)}</p>` : nothing} ${errorText(`${idOf(part)}-error`, this.error(part.path))}
      ${Object.keys(value).map((name) => this.entry(part, name, of, value))}
      <div class="add-entry">
        <label for="${idOf(part)}-new">Name of new entry in ${part.name}</label>
        <input id="${idOf(part)}-new" autocomplete="off" spellcheck="false" />
        <button type="button" class="second" @click=${add}>Add</button>
      </div>
    </fieldset>`;
  }

  private entry(part: ConfigField, name: string, of: FieldKind, value: JsonObject): TemplateResult {
    const path = `${part.path}.${name}`;
    const remove = () => {
      const { [name]: _removed, ...rest } = value;
      this.setValue(part.path, rest);
    };
    const inner: ConfigField = { path, name, hint: "", required: true, kind: withPath(of, path) };
    return html`<div class="entry">
      ${this.renderField(inner)}
      <button type="button" class="danger plain" @click=${remove}>Remove ${name}</button>
    </div>`;
  }
}

function idOf({ path }: ConfigField): string {
  return `config-${path.replace(/[^\w-]/g, "_")}`;
}

/** The same kind below another path. */
function withPath(kind: FieldKind, path: string): FieldKind {
  if (kind.is !== "object") return kind;
  return {
    is: "object",
    parts: kind.parts.map((part) => ({
      ...part,
      path: `${path}.${part.name}`,
      kind: withPath(part.kind, `${path}.${part.name}`),
    })),
  };
}

function allPaths(parts: readonly ConfigField[]): string[] {
  return parts.flatMap(({ path, kind }) => [path, ...(kind.is === "object" ? allPaths(kind.parts) : [])]);
}

function isPattern({ name, path }: ConfigField): boolean {
  return /pattern|filter|format|source|target|path/i.test(name) || path.startsWith("FieldMap");
}

/** One more than the text has lines, within limits. */
function rowsFor(text: string): number {
  return Math.min(12, Math.max(3, text.split("\n").length + 1));
}

function toText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toPrettyJson(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

function numberOrText(text: string): Json {
  const number = Number(text);
  return text.trim() !== "" && !Number.isNaN(number) ? number : text;
}

function parseList(text: string): Json | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length === 0 ? undefined : lines;
}

/** Valid JSON, else the text itself: most values are plain text. */
function parseLooseJson(text: string): Json | undefined {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
