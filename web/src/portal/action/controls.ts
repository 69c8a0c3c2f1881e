// The controls of single values. Each shows the value of the config and writes it back at every change.
import { html, nothing, type TemplateResult } from "lit";
import type { Json } from "../../data/json.ts";
import { inlineCode } from "../ui/inline-code.ts";
import { configText } from "./config-text.ts";
import { MASK } from "./copy.ts";
import { describedBy, type FormHost, fieldFrame, idOf } from "./form-host.ts";
import { hintText } from "./hints.ts";
import { listLines, numberOrText, parseLooseJson, toLooseJson, toPrettyJson, toText } from "./json-text.ts";
import { type ConfigField, type FieldKind, type Picker, valueAt } from "./schema.ts";
import { type PathUse, pickedExample, pickerOptions, pickerWarning } from "./suggestions.ts";

type Choices = Extract<FieldKind, { is: "choice" }>["options"];

export function listLabel(picker: Picker): string {
  return configText().list[picker];
}

export function choiceControl(host: FormHost, part: ConfigField, options: Choices): TemplateResult {
  const value = valueAt(host.config, part.keys);
  const choose = (event: Event) => host.setValue(part.keys, (event.target as HTMLSelectElement).value || undefined);
  const control = html`<select
    id=${idOf(part)}
    aria-invalid=${invalidText(host, part)}
    aria-describedby=${describedBy(host, part) || nothing}
    @change=${choose}
  >
    ${part.required && typeof value === "string" && value !== "" ? nothing : html`<option value="">${part.required ? configText().choose : configText().notSet}</option>`}
    ${options.map((option) => html`<option value=${option.value} ?selected=${option.value === value}>${option.value}${option.hint ? ` – ${hintText(option.hint).text}` : ""}</option>`)}
  </select>`;
  return fieldFrame(host, part, control);
}

export function flagControl(host: FormHost, part: ConfigField): TemplateResult {
  const hint = hintText(part.hint);
  const check = (event: Event) => host.setValue(part.keys, (event.target as HTMLInputElement).checked);
  return html`<label class="choice">
    <input type="checkbox" .checked=${valueAt(host.config, part.keys) === true} @change=${check} />
    <span>${part.name} <span class="hint" lang=${hint.language}>${inlineCode(hint.text)}</span></span>
  </label>`;
}

export function numberControl(host: FormHost, part: ConfigField): TemplateResult {
  const value = valueAt(host.config, part.keys);
  const shown = host.typedTexts.get(part.path, value) ?? toText(value);
  return fieldFrame(host, part, inputLine(host, part, shown, numberOrText));
}

/** One line of JSON, or text without quotes. */
export function looseValueControl(host: FormHost, part: ConfigField): TemplateResult {
  const value = valueAt(host.config, part.keys);
  const shown = host.typedTexts.get(part.path, value) ?? toLooseJson(value);
  return fieldFrame(host, part, inputLine(host, part, shown, parseLooseJson));
}

export function textControl(host: FormHost, part: ConfigField, isLong: boolean): TemplateResult {
  const text = toText(valueAt(host.config, part.keys));
  if (!host.typedTexts.isMultiline(part.path, isLong || text.includes("\n")))
    return fieldFrame(
      host,
      part,
      inputLine(host, part, text, (typed) => typed),
      { note: text === MASK ? configText().stored : null },
    );
  const type = (event: Event) => {
    const typed = (event.target as HTMLTextAreaElement).value;
    host.setValue(part.keys, typed === "" && !part.required ? undefined : typed);
  };
  return fieldFrame(host, part, textArea(host, part, text, type));
}

/** A list has one item per line; anything else is JSON. */
export function linesControl(host: FormHost, part: ConfigField, isList: boolean): TemplateResult {
  const value = valueAt(host.config, part.keys);
  const read = (text: string) =>
    isList ? (listLines(text).length === 0 ? undefined : listLines(text)) : parseLooseJson(text);
  const shown =
    host.typedTexts.get(part.path, value) ??
    (isList && Array.isArray(value) ? value.map(toText).join("\n") : toPrettyJson(value));
  const type = (event: Event) => {
    const text = (event.target as HTMLTextAreaElement).value;
    host.typedTexts.set(part.path, text, read(text));
    host.setValue(part.keys, read(text));
  };
  const hint = html`<p class="hint">${isList ? configText().onePerLine : configText().looseJson}</p>`;
  return fieldFrame(host, part, html`${hint} ${textArea(host, part, shown, type)}`);
}

/** A text that names something; what exists is offered. */
export function pickerControl(
  host: FormHost,
  part: ConfigField,
  picker: Picker,
  use: PathUse = "root",
  read: (typed: string) => Json | undefined = (typed) => (typed === "" && !part.required ? undefined : typed),
): TemplateResult {
  const text = toText(valueAt(host.config, part.keys));
  const notes = {
    example: pickedExample(picker, text, host.pickers),
    warning: pickerWarning(picker, text, host.pickers),
  };
  const type = (event: Event) => {
    host.setValue(part.keys, read((event.target as HTMLInputElement).value));
  };
  const control = html`<storm-combobox
    input-id=${idOf(part)}
    list-label=${listLabel(picker)}
    described-by=${describedBy(host, part, notes)}
    ?invalid=${host.error(part.path) !== undefined}
    .value=${text}
    .options=${pickerOptions(picker, host.pickers, use)}
    @input=${type}
  ></storm-combobox>`;
  return fieldFrame(host, part, control, notes);
}

function inputLine(
  host: FormHost,
  part: ConfigField,
  shown: string,
  read: (text: string) => Json | undefined,
): TemplateResult {
  const type = (event: Event) => {
    const text = (event.target as HTMLInputElement).value;
    const value = text === "" && !part.required ? undefined : read(text);
    host.typedTexts.set(part.path, text, value);
    host.setValue(part.keys, value);
  };
  return html`<input
    id=${idOf(part)}
    class=${isPattern(part) ? "mono" : ""}
    autocomplete="off"
    autocapitalize="none"
    spellcheck="false"
    aria-invalid=${invalidText(host, part)}
    aria-describedby=${describedBy(host, part) || nothing}
    .value=${shown}
    @focus=${selectMask}
    @input=${type}
  />`;
}

/** Typing replaces the whole mask: a part of it means nothing. */
function selectMask(event: Event): void {
  const input = event.target as HTMLInputElement;
  if (input.value === MASK) input.select();
}

function textArea(host: FormHost, part: ConfigField, shown: string, type: (event: Event) => void): TemplateResult {
  return html`<textarea
    id=${idOf(part)}
    class="mono"
    rows=${rowsFor(shown)}
    autocapitalize="none"
    spellcheck="false"
    aria-invalid=${invalidText(host, part)}
    aria-describedby=${describedBy(host, part) || nothing}
    .value=${shown}
    @input=${type}
  ></textarea>`;
}

function invalidText(host: FormHost, part: ConfigField): "true" | "false" {
  return host.error(part.path) ? "true" : "false";
}

function isPattern({ name, path }: ConfigField): boolean {
  return /pattern|filter|format|source|target|path/i.test(name) || path.startsWith("FieldMap");
}

/** One more than the text has lines, within limits. */
function rowsFor(text: string): number {
  return Math.min(12, Math.max(3, text.split("\n").length + 1));
}
