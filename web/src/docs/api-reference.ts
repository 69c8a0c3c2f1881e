import { html, LitElement, nothing } from "lit";
import { state } from "lit/decorators.js";
import { inlineCode } from "../portal/ui/inline-code.ts";
import { type Group, groupOperations, type OpenApi, searchOperations } from "./document.ts";
import type { Folds } from "./fold.ts";
import { operationView, schemaView } from "./operation.ts";

/** The API reference, from the service's OpenAPI document. */
export class ApiReference extends LitElement {
  @state() private document: OpenApi | null = null;
  @state() private groups: Group[] = [];
  @state() private search = "";
  @state() private hasFailed = false;
  /** The ids of the open operations and schemas. */
  @state() private opened: ReadonlySet<string> = new Set();
  private readonly folds: Folds = {
    isOpen: (id) => this.opened.has(id),
    setOpen: (id, isOpen) => {
      const others = [...this.opened].filter((one) => one !== id);
      this.opened = new Set(isOpen ? [...others, id] : others);
    },
  };
  private readonly stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", () => this.readHash(), { signal: this.stop.signal });
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private async load(): Promise<void> {
    try {
      const response = await fetch("/openapi.json", { signal: this.stop.signal });
      this.document = (await response.json()) as OpenApi;
      this.groups = groupOperations(this.document);
      this.readHash();
    } catch {
      this.hasFailed = true;
    }
  }

  private readHash(): void {
    const anchor = location.hash.slice(1);
    if (anchor === "") return;
    this.folds.setOpen(anchor, true);
    // The target exists only now.
    void this.updateComplete.then(() => document.getElementById(anchor)?.scrollIntoView());
  }

  protected override render() {
    const { document: openApi } = this;
    if (this.hasFailed) return html`<p>The API reference could not be loaded. Reload the page.</p>`;
    if (openApi === null) return html`<p>Loading…</p>`;
    const found = searchOperations(this.groups, this.search);
    const count = found.reduce((sum, { operations }) => sum + operations.length, 0);
    return html`<h1>API reference</h1>
      <p class="lead">${inlineCode(openApi.info.description ?? "")}</p>
      <p>Version ${openApi.info.version}. The <a href="/openapi.json">OpenAPI document</a> is the source of this page and generates clients.</p>
      <div class="find">
        <label for="find">Find an operation</label>
        <input id="find" type="search" autocomplete="off" spellcheck="false" .value=${this.search} @input=${this.find} />
        <p role="status">${count} ${count === 1 ? "operation" : "operations"}</p>
      </div>
      ${found.map(
        ({ name, description, operations }) => html`<section class="group" aria-labelledby="group-${name}">
          <h2 id="group-${name}">${name}</h2>
          ${description === "" ? nothing : html`<p>${inlineCode(description)}</p>`}
          ${operations.map((operation) => operationView(operation, this.folds))}
        </section>`,
      )}
      ${
        this.search === ""
          ? html`<h2>Schemas</h2>
            ${Object.entries(openApi.components?.schemas ?? {}).map(([name, schema]) => schemaView(name, schema, this.folds))}`
          : nothing
      }`;
  }

  private readonly find = (event: InputEvent): void => {
    this.search = (event.target as HTMLInputElement).value;
  };
}
