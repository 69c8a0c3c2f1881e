import { html, nothing, type TemplateResult } from "lit";
import type { Json, JsonObject } from "../../data/json.ts";
import { errorText } from "../ui/field.ts";
import { inlineCode } from "../ui/inline-code.ts";
import { configText } from "./config-text.ts";
import { hintText } from "./hints.ts";
import type { ConfigField } from "./schema.ts";
import type { PickerContext } from "./suggestions.ts";
import type { TypedTexts } from "./typed-texts.ts";

/** The form around a control. */
export interface FormHost {
  readonly config: JsonObject;
  readonly pickers: PickerContext;
  readonly typedTexts: TypedTexts;
  setValue(keys: readonly string[], value: Json | undefined): void;
  /** The message of the service about a path. */
  error(path: string): string | undefined;
  renderField(part: ConfigField): TemplateResult;
  /** Moves the focus to the new entry. */
  addEntry(part: ConfigField, name: string, value: Json): void;
  /** Asks first if another action uses the entry. */
  removeEntry(part: ConfigField, name: string): void;
}

export function idOf({ keys }: ConfigField): string {
  return `config-${keys.map((key) => key.replace(/[^\w-]/g, "_")).join("_")}`;
}

/** What is below a field besides its control. */
export interface FieldNotes {
  warning?: string | null;
  example?: string | null;
  note?: string | null;
}

export function fieldFrame(
  host: FormHost,
  part: ConfigField,
  control: TemplateResult,
  notes: FieldNotes = {},
): TemplateResult {
  const [id, error, hint] = [idOf(part), host.error(part.path), hintText(part.hint)];
  return html`<div class="field ${error ? "invalid" : ""}">
    <label for=${id}>${part.name}${part.required ? nothing : html` <span class="hint inline">${configText().optional}</span>`}</label>
    ${part.hint ? html`<p class="hint" id="${id}-hint" lang=${hint.language}>${inlineCode(hint.text)}</p>` : nothing} ${errorText(`${id}-error`, error)} ${control}
    ${fieldNotes(id, notes)}
  </div>`;
}

export function fieldNotes(id: string, { warning, example, note }: FieldNotes): TemplateResult {
  return html`${note ? html`<p class="hint" id="${id}-note">${note}</p>` : nothing}
    ${example ? html`<p class="example" id="${id}-example">${configText().example} <span class="mono">${example}</span></p>` : nothing}
    ${warning ? html`<p class="warning" id="${id}-warning">${warning}</p>` : nothing}`;
}

/** The ids of the texts about a field. */
export function describedBy(host: FormHost, part: ConfigField, notes: FieldNotes = {}): string {
  const id = idOf(part);
  const present = {
    hint: part.hint !== "",
    error: host.error(part.path) !== undefined,
    example: Boolean(notes.example),
    warning: Boolean(notes.warning),
  };
  return Object.entries(present)
    .flatMap(([name, isPresent]) => (isPresent ? [`${id}-${name}`] : []))
    .join(" ");
}

export function groupFrame(host: FormHost, part: ConfigField, content: unknown): TemplateResult {
  const hint = hintText(part.hint);
  return html`<fieldset class="group">
    <legend>${part.name}</legend>
    ${part.hint ? html`<p class="hint" lang=${hint.language}>${inlineCode(hint.text)}</p>` : nothing} ${errorText(`${idOf(part)}-error`, host.error(part.path))}
    ${content}
  </fieldset>`;
}
