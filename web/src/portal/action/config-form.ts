import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import type { Json, JsonObject } from "../../data/json.ts";
import { codeWords } from "../part/code-words.ts";
import { errorWords } from "../part/field.ts";
import { isObject, type Kind, type Part, partsOf, readJson, type Schema, valueAt, withValue } from "./schema.ts";

/** The config has changed. */
export class ConfigChanged extends Event {
  static readonly type = "storm-config";
  constructor(
    readonly config: JsonObject,
    /** Whether what was typed can be read at all. */
    readonly readable: boolean,
  ) {
    super(ConfigChanged.type);
  }
}

/** A config as a form drawn from its schema, or as JSON. Says `storm-config` at every change. */
export class StormConfigForm extends LitElement {
  @property({ attribute: false }) schema: Schema = {};
  @property({ attribute: false }) config: JsonObject = {};
  /** Path to words, without the leading `config.`. */
  @property({ attribute: false }) errors: Record<string, string> = {};
  @state() private raw: string | null = null;
  @state() private rawError = "";
  /** What was typed where only JSON goes, until it is some. */
  private readonly loose = new Map<string, string>();
  private readonly tall = new Set<string>();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private tell(config: JsonObject, readable = true): void {
    this.config = config;
    this.dispatchEvent(new ConfigChanged(config, readable));
  }

  private put(path: string, value: Json | undefined): void {
    this.tell(withValue(this.config, path, value));
  }

  private readonly turn = (): void => {
    this.raw = this.raw === null ? JSON.stringify(this.config, null, 2) : null;
    this.rawError = "";
  };

  private readonly typedRaw = (event: InputEvent): void => {
    this.raw = (event.target as HTMLTextAreaElement).value;
    const reading = readJson(this.raw);
    this.rawError = "error" in reading ? reading.error : "";
    this.tell("value" in reading ? reading.value : this.config, "value" in reading);
  };

  protected override render() {
    const isRaw = this.raw !== null;
    return html`<div class="buttons">
        <button type="button" class="second" aria-pressed=${isRaw ? "true" : "false"} ?disabled=${this.rawError !== ""} @click=${this.turn}>${isRaw ? "Show as a form" : "Show as JSON"}</button>
      </div>
      ${isRaw ? this.rawView() : partsOf(this.schema).map((part) => this.draw(part))} ${this.lostErrors(isRaw)}`;
  }

  private rawView(): TemplateResult {
    return html`<div class="field ${this.rawError ? "wrong" : ""}">
      <label for="field-raw">Config as JSON</label>
      ${errorWords("field-raw-error", this.rawError || undefined)}
      <textarea
        id="field-raw"
        class="mono"
        rows="18"
        spellcheck="false"
        aria-invalid=${this.rawError ? "true" : "false"}
        aria-describedby=${this.rawError ? "field-raw-error" : nothing}
        .value=${this.raw ?? ""}
        @input=${this.typedRaw}
      ></textarea>
    </div>`;
  }

  /** Words about a path that no field of the form stands for. */
  private lostErrors(all: boolean): TemplateResult | typeof nothing {
    const drawn = all ? [] : paths(partsOf(this.schema));
    const lost = Object.entries(this.errors).filter(
      ([path]) => !drawn.some((one) => one.toLowerCase() === path.toLowerCase()),
    );
    if (lost.length === 0) return nothing;
    return html`<ul class="findings" role="status">
      ${lost.map(([path, words]) => html`<li class="error"><span class="mono">${path}</span> ${words}</li>`)}
    </ul>`;
  }

  private draw(part: Part): TemplateResult {
    const { kind } = part;
    if (kind.is === "object") {
      return html`<fieldset class="group">
        <legend>${part.name}</legend>
        ${part.hint ? html`<p class="hint">${codeWords(part.hint)}</p>` : nothing} ${errorWords(`${idOf(part)}-error`, this.error(part.path))}
        ${kind.parts.map((inner) => this.draw(inner))}
      </fieldset>`;
    }
    if (kind.is === "map") return this.map(part, kind.of);
    if (kind.is === "flag") return this.flag(part);
    return this.field(part, this.control(part));
  }

  private error(path: string): string | undefined {
    const key = Object.keys(this.errors).find((one) => one.toLowerCase() === path.toLowerCase());
    return key === undefined ? undefined : this.errors[key];
  }

  private isWrong(part: Part): "true" | "false" {
    return this.error(part.path) ? "true" : "false";
  }

  private field(part: Part, control: TemplateResult): TemplateResult {
    const id = idOf(part);
    return html`<div class="field ${this.error(part.path) ? "wrong" : ""}">
      <label for=${id}>${part.name}${part.required ? nothing : html` <span class="hint inline">optional</span>`}</label>
      ${part.hint ? html`<p class="hint" id="${id}-hint">${codeWords(part.hint)}</p>` : nothing} ${errorWords(`${id}-error`, this.error(part.path))} ${control}
    </div>`;
  }

  private about(part: Part): string | typeof nothing {
    const id = idOf(part);
    return [part.hint && `${id}-hint`, this.error(part.path) && `${id}-error`].filter(Boolean).join(" ") || nothing;
  }

  private control(part: Part): TemplateResult {
    const { kind } = part;
    if (kind.is === "choice") return this.choice(part, kind.options);
    if (kind.is === "text") return this.line(part, (text) => text, kind.long);
    if (kind.is === "number") return this.line(part, numberOrText, null);
    return this.lines(part, kind.is === "list");
  }

  private choice(part: Part, options: Extract<Kind, { is: "choice" }>["options"]): TemplateResult {
    const [id, value, wrong] = [idOf(part), valueAt(this.config, part.path), this.isWrong(part)];
    const choose = (event: Event) => this.put(part.path, (event.target as HTMLSelectElement).value || undefined);
    return html`<select id=${id} aria-invalid=${wrong} aria-describedby=${this.about(part)} @change=${choose}>
      ${part.required && typeof value === "string" && value !== "" ? nothing : html`<option value="">${part.required ? "Choose" : "Not set"}</option>`}
      ${options.map((one) => html`<option value=${one.value} ?selected=${one.value === value}>${one.value}${one.hint ? ` – ${one.hint}` : ""}</option>`)}
    </select>`;
  }

  /** `isLong` is null where several lines make no sense. */
  private line(part: Part, read: (text: string) => Json, isLong: boolean | null): TemplateResult {
    const [id, wrong, value] = [idOf(part), this.isWrong(part), plain(valueAt(this.config, part.path))];
    const type = (event: InputEvent) => {
      const text = (event.target as HTMLInputElement).value;
      this.put(part.path, text === "" && !part.required ? undefined : read(text));
    };
    if (isLong !== null && this.isTall(part.path, isLong, value)) {
      return html`<textarea id=${id} class="mono" rows=${rowsFor(value)} autocapitalize="none" spellcheck="false" aria-invalid=${wrong} aria-describedby=${this.about(part)} .value=${value} @input=${type}></textarea>`;
    }
    return html`<input id=${id} class=${isPattern(part) ? "mono" : ""} autocomplete="off" autocapitalize="none" spellcheck="false" aria-invalid=${wrong} aria-describedby=${this.about(part)} .value=${value} @input=${type} />`;
  }

  private lines(part: Part, isList: boolean): TemplateResult {
    const [id, wrong, value] = [idOf(part), this.isWrong(part), valueAt(this.config, part.path)];
    const read = isList ? readList : looseJson;
    const shown =
      this.loose.get(part.path) ?? (isList && Array.isArray(value) ? value.map(plain).join("\n") : pretty(value));
    const type = (event: InputEvent) => {
      const text = (event.target as HTMLTextAreaElement).value;
      this.loose.set(part.path, text);
      this.put(part.path, read(text));
    };
    return html`<p class="hint">${isList ? "One on each line." : "As JSON; plain words are taken as they are."}</p>
      <textarea id=${id} class="mono" rows=${rowsFor(shown)} spellcheck="false" aria-invalid=${wrong} aria-describedby=${this.about(part)} .value=${shown} @input=${type}></textarea>`;
  }

  /** An input has one line: it would join those of a text that has several. Once tall, a field stays so while somebody types. */
  private isTall(path: string, isLong: boolean, text: string): boolean {
    if (isLong || text.includes("\n")) this.tall.add(path);
    return this.tall.has(path);
  }

  private flag(part: Part): TemplateResult {
    const check = (event: Event) => this.put(part.path, (event.target as HTMLInputElement).checked);
    return html`<label class="choice">
      <input type="checkbox" .checked=${valueAt(this.config, part.path) === true} @change=${check} />
      <span>${part.name} <span class="hint">${codeWords(part.hint)}</span></span>
    </label>`;
  }

  /** Names with their values; a name can be added and taken away. */
  private map(part: Part, of: Kind): TemplateResult {
    const found = valueAt(this.config, part.path);
    const value = isObject(found) ? found : {};
    const add = (event: Event) => {
      const input = (event.currentTarget as HTMLElement).parentElement?.querySelector("input");
      const name = input?.value.trim() ?? "";
      if (name === "" || Object.hasOwn(value, name)) return input?.focus();
      if (input) input.value = "";
      this.put(part.path, { ...value, [name]: of.is === "object" ? {} : "" });
    };
    return html`<fieldset class="group">
      <legend>${part.name}</legend>
      ${part.hint ? html`<p class="hint">${codeWords(part.hint)}</p>` : nothing} ${errorWords(`${idOf(part)}-error`, this.error(part.path))}
      ${Object.keys(value).map((name) => this.entry(part, name, of, value))}
      <div class="adder">
        <label for="${idOf(part)}-new">Add a name to ${part.name}</label>
        <input id="${idOf(part)}-new" autocomplete="off" spellcheck="false" />
        <button type="button" class="second" @click=${add}>Add</button>
      </div>
    </fieldset>`;
  }

  private entry(part: Part, name: string, of: Kind, value: JsonObject): TemplateResult {
    const path = `${part.path}.${name}`;
    const remove = () => {
      const { [name]: _gone, ...rest } = value;
      this.put(part.path, rest);
    };
    const inner: Part = { path, name, hint: "", required: true, kind: at(of, path) };
    return html`<div class="entry">
      ${this.draw(inner)}
      <button type="button" class="danger plain" @click=${remove}>Remove ${name}</button>
    </div>`;
  }
}

function idOf({ path }: Part): string {
  return `config-${path.replace(/[^\w-]/g, "_")}`;
}

/** The paths of a kind that stands below another place. */
function at(kind: Kind, path: string): Kind {
  if (kind.is !== "object") return kind;
  return {
    is: "object",
    parts: kind.parts.map((part) => ({
      ...part,
      path: `${path}.${part.name}`,
      kind: at(part.kind, `${path}.${part.name}`),
    })),
  };
}

function paths(parts: readonly Part[]): string[] {
  return parts.flatMap(({ path, kind }) => [path, ...(kind.is === "object" ? paths(kind.parts) : [])]);
}

function isPattern({ name, path }: Part): boolean {
  return /pattern|filter|format|source|target|path/i.test(name) || path.startsWith("FieldMap");
}

/** All of it, and a line more to write on; a long one scrolls. */
function rowsFor(text: string): number {
  return Math.min(12, Math.max(3, text.split("\n").length + 1));
}

function plain(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function pretty(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

function numberOrText(text: string): Json {
  const number = Number(text);
  return text.trim() !== "" && !Number.isNaN(number) ? number : text;
}

function readList(text: string): Json | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length === 0 ? undefined : lines;
}

/** JSON where it is some, the text itself where it is not: most values are plain words. */
function looseJson(text: string): Json | undefined {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
