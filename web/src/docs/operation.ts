// One operation and one schema of the reference.
import { html, nothing, type TemplateResult } from "lit";
import { inlineCode } from "../portal/ui/inline-code.ts";
import { type Content, isPublic, type Operation, type Parameter, type Schema } from "./document.ts";
import { type Folds, foldView } from "./fold.ts";
import { limitsText, type TypePart, typeParts } from "./type-text.ts";

export function operationView(operation: Operation, folds: Folds): TemplateResult {
  const { method, path, summary = "", anchor } = operation;
  const line = html`<span class="method" data-method=${method}>${method}</span> <code class="path">${path}</code>
    <span class="summary">${summary}</span>`;
  return foldView({ id: anchor, summary: line, body: () => operationBody(operation) }, folds);
}

function operationBody(operation: Operation): TemplateResult {
  const { description, anchor, parameters = [], requestBody, responses = {} } = operation;
  return html`${paragraphs(description)}
    <p class="access">${isPublic(operation) ? "Public: no sign-in is needed." : "Needs a session or an API token."}
      <a href="#${anchor}">Link to this operation</a></p>
    ${parameters.length === 0 ? nothing : parameterTable(parameters)}
    ${
      requestBody === undefined
        ? nothing
        : html`<h3>Request body${requestBody.required ? "" : " (optional)"}</h3>
          ${paragraphs(requestBody.description)} ${contentView(requestBody.content)}`
    }
    <h3>Responses</h3>
    <dl class="responses">
      ${Object.entries(responses).map(
        ([status, { description: text = "", content }]) =>
          html`<div><dt>${status}</dt><dd>${inlineCode(text)} ${contentView(content)}</dd></div>`,
      )}
    </dl>`;
}

export function schemaView(name: string, schema: Schema, folds: Folds): TemplateResult {
  const summary = html`<code class="path">${name}</code>`;
  return foldView({ id: `schema-${name}`, summary, body: () => schemaBody(schema) }, folds);
}

function schemaBody(schema: Schema): TemplateResult {
  const fields = Object.entries(schema.properties ?? {});
  const required = schema.required ?? [];
  return html`${paragraphs(schema.description)}
    ${
      fields.length === 0
        ? html`<p>${typeView(typeParts(schema))}. ${inlineCode(limitsText(schema))}</p>`
        : html`<dl class="fields">
          ${fields.map(([field, type]) => fieldView(field, type, required.includes(field) ? "" : "may be omitted"))}
        </dl>`
    }`;
}

function parameterTable(parameters: readonly Parameter[]): TemplateResult {
  return html`<h3>Parameters</h3>
    <dl class="fields">
      ${parameters.map(({ name, in: where, required, description, schema = {} }) =>
        fieldView(
          name,
          { ...schema, ...(description === undefined ? {} : { description }) },
          `${where}${required ? ", required" : ""}`,
        ),
      )}
    </dl>`;
}

function fieldView(name: string, schema: Schema, note: string): TemplateResult {
  // Most descriptions name the limits already.
  const limits = /\d/.test(schema.description ?? "") ? "" : limitsText(schema);
  return html`<div>
    <dt><code>${name}</code> <span class="type">${typeView(typeParts(schema))}</span>
      ${note === "" ? nothing : html`<span class="note">${note}</span>`}</dt>
    <dd>${inlineCode(schema.description ?? "")} ${limits === "" ? nothing : html`<span class="limits">${inlineCode(limits)}</span>`}</dd>
  </div>`;
}

/** The media type and a link to the schema. */
function contentView(content: Content = {}): TemplateResult[] {
  return Object.entries(content).map(
    ([media, { schema }]) =>
      html`<span class="content"><code>${media}</code>${schema === undefined ? nothing : html`: ${typeView(typeParts(schema))}`}</span> `,
  );
}

function typeView(parts: readonly TypePart[]): (TemplateResult | string)[] {
  return parts.map(({ text, schema }) => (schema === undefined ? text : html`<a href="#schema-${schema}">${text}</a>`));
}

function paragraphs(text = ""): TemplateResult[] {
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => html`<p>${inlineCode(part)}</p>`);
}
