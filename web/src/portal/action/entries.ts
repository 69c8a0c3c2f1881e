// Fields with several entries: maps of names to values, and lists of names.
import { html, type TemplateResult } from "lit";
import { errorText } from "../ui/field.ts";
import { inlineCode } from "../ui/inline-code.ts";
import { commonText } from "../ui/text.ts";
import { NameAdded } from "./add-name.ts";
import { configText } from "./config-text.ts";
import { linesControl, listLabel } from "./controls.ts";
import { type FormHost, fieldNotes, groupFrame, idOf } from "./form-host.ts";
import { hintText } from "./hints.ts";
import { type ConfigField, type FieldKind, isObject, type Picker, valueAt } from "./schema.ts";
import { pickerOptions, pickerWarning } from "./suggestions.ts";
import { actionText } from "./text.ts";

type MapKind = Extract<FieldKind, { is: "map" }>;

/** Names with values, which can be added and removed. */
export function mapControl(host: FormHost, part: ConfigField, { of, keyPicker }: MapKind): TemplateResult {
  const found = valueAt(host.config, part.keys);
  const value = isObject(found) ? found : {};
  const add = (event: Event) => {
    if (event instanceof NameAdded) host.addEntry(part, event.name, of.is === "object" ? {} : "");
  };
  return groupFrame(
    host,
    part,
    html`${Object.keys(value).map((name) => mapEntry(host, part, name, of, keyPicker))}
      ${addName(host, part, configText().newEntry(part.name), Object.keys(value), keyPicker, add)}`,
  );
}

export function entryId(part: ConfigField, name: string): string {
  return `${idOf({ ...part, keys: [...part.keys, name] })}-entry`;
}

function mapEntry(
  host: FormHost,
  part: ConfigField,
  name: string,
  of: FieldKind,
  keyPicker: Picker | null,
): TemplateResult {
  const keys = [...part.keys, name];
  const inner: ConfigField = { path: keys.join("."), keys, name, hint: "", required: true, kind: below(of, keys) };
  const warning = keyPicker === null ? null : pickerWarning(keyPicker, name, host.pickers);
  return html`<div class="entry" id=${entryId(part, name)}>
    ${host.renderField(inner)} ${fieldNotes(`${idOf(inner)}-name`, { warning })}
    <button type="button" class="danger plain" @click=${() => host.removeEntry(part, name)}>${actionText().remove(name)}</button>
  </div>`;
}

/** Names from a list of what exists, each with its own button to remove it. */
export function nameListControl(host: FormHost, part: ConfigField, picker: Picker): TemplateResult {
  const found = valueAt(host.config, part.keys) ?? [];
  if (!Array.isArray(found) || !found.every((item) => typeof item === "string")) return linesControl(host, part, true);
  const names = found as string[];
  const hint = hintText(part.hint);
  const add = (event: Event) => {
    if (event instanceof NameAdded) host.setValue(part.keys, [...names, event.name]);
  };
  const remove = (position: number) => {
    const rest = names.filter((_name, index) => index !== position);
    host.setValue(part.keys, rest.length === 0 ? undefined : rest);
    document.getElementById(`${idOf(part)}-new`)?.focus();
  };
  return html`<fieldset class="field">
    <legend class="label">${part.name}${part.required ? "" : html` <span class="hint inline">${configText().optional}</span>`}</legend>
    ${part.hint ? html`<p class="hint" lang=${hint.language}>${inlineCode(hint.text)}</p>` : ""} ${errorText(`${idOf(part)}-error`, host.error(part.path))}
    <ul class="name-list">
      ${names.map(
        (name, position) => html`<li>
          <span class="mono">${name}</span>
          <button type="button" class="danger plain small" aria-label=${actionText().remove(name)} @click=${() => remove(position)}>${commonText().remove}</button>
          ${fieldNotes(`${idOf(part)}-${position}`, { warning: pickerWarning(picker, name, host.pickers) })}
        </li>`,
      )}
    </ul>
    ${addName(host, part, picker === "column" ? configText().addColumnTo(part.name) : configText().addNameTo(part.name), names, picker, add)}
  </fieldset>`;
}

function addName(
  host: FormHost,
  part: ConfigField,
  label: string,
  taken: readonly string[],
  picker: Picker | null,
  add: (event: Event) => void,
): TemplateResult {
  return html`<storm-add-name
    input-id="${idOf(part)}-new"
    label=${label}
    container=${part.name}
    list-label=${picker === null ? "" : listLabel(picker)}
    .taken=${taken}
    .options=${picker === null ? [] : pickerOptions(picker, host.pickers)}
    @storm-name-added=${add}
  ></storm-add-name>`;
}

/** The same kind below other keys. */
function below(kind: FieldKind, keys: readonly string[]): FieldKind {
  if (kind.is !== "object") return kind;
  return {
    is: "object",
    parts: kind.parts.map((part) => {
      const innerKeys = [...keys, part.name];
      return { ...part, path: innerKeys.join("."), keys: innerKeys, kind: below(part.kind, innerKeys) };
    }),
  };
}
