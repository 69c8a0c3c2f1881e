import { html, nothing, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { ROLES, type Role, roleDescription, roleLabel } from "../../data/role.ts";
import { commonText } from "./text.ts";

export interface TextField {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value?: string;
  type?: "text" | "password" | "date";
  autocomplete?: "username" | "current-password" | "new-password" | "off";
  inputmode?: "decimal" | "numeric" | "email";
  /** The id of an element with more text about the field. */
  describedBy?: string | undefined;
}

export function textField(field: TextField): TemplateResult {
  const id = `field-${field.name}`;
  const about = [field.hint && `${id}-hint`, field.error && `${id}-error`, field.describedBy].filter(Boolean).join(" ");
  return html`<div class="field ${field.error ? "invalid" : ""}">
    <label for=${id}>${field.label}</label>
    ${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : nothing}
    ${errorText(`${id}-error`, field.error)}
    <input
      id=${id}
      name=${field.name}
      type=${field.type ?? "text"}
      autocomplete=${field.autocomplete ?? "off"}
      autocapitalize="none"
      spellcheck="false"
      inputmode=${ifDefined(field.inputmode)}
      aria-invalid=${field.error || field.describedBy ? "true" : "false"}
      aria-describedby=${about === "" ? nothing : about}
      .value=${field.value ?? ""}
    />
  </div>`;
}

export interface AreaField extends Omit<TextField, "type" | "autocomplete" | "inputmode"> {
  rows?: number;
  mono?: boolean;
  readonly?: boolean;
}

export function textArea(field: AreaField): TemplateResult {
  const id = `field-${field.name}`;
  const about = [field.hint && `${id}-hint`, field.error && `${id}-error`, field.describedBy].filter(Boolean).join(" ");
  return html`<div class="field ${field.error ? "invalid" : ""}">
    <label for=${id}>${field.label}</label>
    ${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : nothing}
    ${errorText(`${id}-error`, field.error)}
    <textarea
      id=${id}
      name=${field.name}
      class=${field.mono ? "mono" : ""}
      rows=${field.rows ?? 4}
      autocapitalize="none"
      spellcheck="false"
      ?readonly=${field.readonly ?? false}
      aria-invalid=${field.error ? "true" : "false"}
      aria-describedby=${about === "" ? nothing : about}
      .value=${field.value ?? ""}
    ></textarea>
  </div>`;
}

export interface SelectField {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string;
  /** Value and label. */
  options: readonly (readonly [string, string])[];
}

export function selectField(field: SelectField): TemplateResult {
  const id = `field-${field.name}`;
  const about = [field.hint && `${id}-hint`, field.error && `${id}-error`].filter(Boolean).join(" ");
  return html`<div class="field ${field.error ? "invalid" : ""}">
    <label for=${id}>${field.label}</label>
    ${field.hint ? html`<p class="hint" id="${id}-hint">${field.hint}</p>` : nothing}
    ${errorText(`${id}-error`, field.error)}
    <select
      id=${id}
      name=${field.name}
      aria-invalid=${field.error ? "true" : "false"}
      aria-describedby=${about === "" ? nothing : about}
    >
      ${field.options.map(([value, label]) => html`<option value=${value} ?selected=${value === field.value}>${label}</option>`)}
    </select>
  </div>`;
}

export function checkField(name: string, label: string, hint: string, checked: boolean): TemplateResult {
  return html`<label class="choice">
    <input type="checkbox" name=${name} .checked=${checked} />
    <span>${label} <span class="hint">${hint}</span></span>
  </label>`;
}

export interface Choice {
  value: string;
  label: string;
  hint: string;
}

export function choiceField(
  name: string,
  legend: string,
  selected: string,
  choices: readonly Choice[],
  error?: string,
): TemplateResult {
  return html`<fieldset class="field ${error ? "invalid" : ""}">
    <legend>${legend}</legend>
    ${errorText(`field-${name}-error`, error)}
    ${choices.map(
      ({ value, label, hint }) => html`<label class="choice">
        <input type="radio" name=${name} value=${value} .checked=${value === selected} />
        <span>${label} <span class="hint">${hint}</span></span>
      </label>`,
    )}
  </fieldset>`;
}

export function roleField(selected: Role, error: string | undefined): TemplateResult {
  return html`<fieldset class="field ${error ? "invalid" : ""}">
    <legend>${commonText().role}</legend>
    ${errorText("field-role-error", error)}
    ${ROLES.map(
      (role) => html`<label class="choice">
        <input type="radio" name="role" value=${role} .checked=${role === selected} />
        <span>${roleLabel(role)} <span class="hint">${roleDescription(role)}</span></span>
      </label>`,
    )}
  </fieldset>`;
}

export function errorText(id: string, error: string | undefined): TemplateResult | typeof nothing {
  return error ? html`<p class="error" id=${id}>${error}</p>` : nothing;
}

/** For a message that belongs to none of the fields. */
export function formNotice(message: string | null): TemplateResult {
  return html`<div role="alert">${message === null ? nothing : html`<p class="notice bad">${message}</p>`}</div>`;
}

/** Prevents the browser's own submit, and returns the values by name. */
export function readForm(event: SubmitEvent): (name: string) => string {
  event.preventDefault();
  const data = new FormData(event.currentTarget as HTMLFormElement);
  return (name) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
}
