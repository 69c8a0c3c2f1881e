import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { ApiError, type Problem, unreachableProblem } from "../../data/problem.ts";
import { listFolders } from "../../data/watcher.ts";
import { commonText } from "../ui/text.ts";
import { type FolderRow, folderCountText, folderRows, searchFolders } from "./folders.ts";
import { watcherText } from "./text.ts";

export class FolderPicked extends Event {
  static readonly type = "storm-folder";
  constructor(readonly folder: FolderRow) {
    super(FolderPicked.type);
  }
}

/** A dialog with the folder tree of a mailbox. Fires `storm-folder` with the folder's id. */
export class StormFolderPicker extends LitElement {
  @property() mailbox = "";
  @property({ attribute: false }) credentialId: number | null = null;
  @property() selected = "";
  @state() private rows: FolderRow[] | null = null;
  @state() private problem: Problem | null = null;
  @state() private search = "";
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  async open(): Promise<void> {
    this.stop.abort();
    this.stop = new AbortController();
    const { signal } = this.stop;
    [this.rows, this.problem, this.search] = [null, null, ""];
    this.querySelector("dialog")?.showModal();
    try {
      const rows = folderRows(await listFolders(this.mailbox, this.credentialId, signal));
      if (!signal.aborted) this.rows = rows;
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof ApiError ? error.problem : unreachableProblem(error);
    }
  }

  private readonly close = (): void => {
    this.querySelector("dialog")?.close();
  };

  private pick(folder: FolderRow): void {
    this.close();
    this.dispatchEvent(new FolderPicked(folder));
  }

  protected override render() {
    return html`<dialog aria-labelledby="picker-heading">
      <h2 id="picker-heading">${watcherText().foldersIn(this.mailbox)}</h2>
      ${this.problem === null ? nothing : html`<p class="notice bad" role="alert">${this.problem.message}</p>`}
      ${this.rows === null ? (this.problem === null ? html`<p role="status" class="quiet">${watcherText().loadingFolders}</p>` : nothing) : this.list(this.rows)}
      <div class="buttons"><button type="button" class="second" @click=${this.close}>${commonText().cancel}</button></div>
    </dialog>`;
  }

  private list(rows: FolderRow[]): TemplateResult {
    const found = searchFolders(rows, this.search);
    const typed = (event: InputEvent) => (this.search = (event.target as HTMLInputElement).value);
    return html`<div class="field">
        <label for="folder-search">${watcherText().searchFolders}</label>
        <input
          id="folder-search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          .value=${this.search}
          @input=${typed}
        />
      </div>
      <ul class="folders" aria-label=${watcherText().folders}>
        ${found.map(
          (folder) => html`<li data-depth=${Math.min(folder.depth, 6)}>
            <button
              type="button"
              class="row"
              aria-current=${folder.id === this.selected ? "true" : nothing}
              @click=${() => this.pick(folder)}
            >
              <span>${folder.name}</span> <span class="quiet">${folderCountText(folder)}</span>
            </button>
          </li>`,
        )}
      </ul>
      ${found.length === 0 ? html`<p>${watcherText().noFolders}</p>` : nothing}`;
  }
}
