// A dense table of facilities. Draws only the visible rows, so that a thousand facilities cost no more than twenty.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { pageScale } from "../../map/page-scale.ts";
import type { TextContext } from "../../storm/facility-text.ts";
import { tableCells } from "./cells.ts";
import { SORTS, type Sort, type TableRow } from "./table-row.ts";
import { TABLE_TEXT } from "./text.ts";
import { movedTo, ROW_HEIGHT, type RowRange, visibleRows } from "./visible-rows.ts";

/** The columns; a click on the heading of one sorts by it. */
const COLUMNS: readonly Sort[] = ["name", "threat", "clearAt", "nearest", "last"];

export interface TableActions {
  linkTo: (id: number) => string;
  select: (id: number) => void;
  sortBy: (sort: Sort) => void;
  toggleMine: (id: number) => void;
  /** The last row is visible. */
  reachedEnd: () => void;
}

type TableItem = { heading: string } | TableRow;

export class FacilityTable extends LitElement {
  /** Sorted: what has just changed comes first. */
  @property({ attribute: false }) rows: readonly TableRow[] = [];
  @property({ attribute: false }) context!: TextContext;
  @property({ attribute: false }) actions!: TableActions;
  @property({ attribute: false }) selected: number | null = null;
  @property({ attribute: false }) mine: readonly number[] = [];
  @property({ attribute: false }) sort: Sort = SORTS[0];
  @state() private range: RowRange = { first: 0, end: 40 };
  @query("tbody") private readonly body!: HTMLElement | null;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const options = { signal: this.stop.signal, capture: true, passive: true };
    window.addEventListener("scroll", this.measure, options);
    window.addEventListener("resize", this.measure, options);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  protected override updated(): void {
    this.measure();
  }

  private readonly measure = (): void => {
    if (this.body === null) return;
    const frame = this.getBoundingClientRect();
    const [top, bottom] = [Math.max(0, frame.top), Math.min(window.innerHeight, frame.bottom)];
    const [scale, bodyTop] = [pageScale(), this.body.getBoundingClientRect().top];
    const range = visibleRows(this.items.length, bodyTop / scale, top / scale, bottom / scale);
    if (range.first !== this.range.first || range.end !== this.range.end) this.range = range;
    if (range.end >= this.items.length) this.actions.reachedEnd();
  };

  /** The rows, with a heading above what has just changed. */
  private get items(): TableItem[] {
    const changed = this.changedCount;
    return changed === 0
      ? [...this.rows]
      : [{ heading: TABLE_TEXT[this.context.language].justChanged(changed) }, ...this.rows];
  }

  private get changedCount(): number {
    const first = this.rows.findIndex(({ change }) => change === null);
    return first === -1 ? this.rows.length : first;
  }

  protected override render() {
    const { items } = this;
    const { first, end } = this.range;
    const text = TABLE_TEXT[this.context.language];
    const visible = items.slice(first, end);
    // The row that Tab reaches; the arrow keys move from it.
    const current = this.rows.some(({ id }) => id === this.selected) ? this.selected : (this.rows[0]?.id ?? null);
    return html`<table aria-rowcount=${items.length + 1}>
      <caption class="unseen">${text.caption}</caption>
      <thead>
        <tr aria-rowindex="1">${COLUMNS.map((column) => this.heading(column))}</tr>
      </thead>
      <tbody @keydown=${this.move}>
        ${gap(first)}
        ${repeat(visible, itemKey, (item, index) => this.item(item, first + index, current))}
        ${gap(Math.max(0, items.length - first - visible.length))}
      </tbody>
    </table>`;
  }

  private heading(column: Sort): TemplateResult {
    const text = TABLE_TEXT[this.context.language];
    const isSorted = this.sort === column;
    const label = column === "clearAt" && this.context.isReplay ? text.clearAtTime : text.column[column];
    return html`<th scope="col" class=${column} aria-sort=${isSorted ? "ascending" : nothing}>
      <button type="button" title=${text.columnHelp[column]} @click=${() => this.actions.sortBy(column)}>
        ${label}
      </button>
    </th>`;
  }

  private item(item: TableItem, index: number, current: number | null): TemplateResult {
    if ("heading" in item)
      return html`<tr class="group" aria-rowindex=${index + 2}><th scope="rowgroup" colspan=${COLUMNS.length}>${item.heading}</th></tr>`;
    const isSelected = item.id === this.selected;
    // A line below what has just changed.
    const isFirstOther = this.changedCount > 0 && this.rows[this.changedCount] === item;
    return html`<tr
      data-id=${item.id}
      data-status=${item.status}
      aria-rowindex=${index + 2}
      class="${isSelected ? "selected" : ""} ${item.change === null ? "" : "changed"} ${isFirstOther ? "other" : ""}"
      @click=${(event: MouseEvent) => this.clickRow(event, item.id)}
    >
      ${tableCells(item, {
        context: this.context,
        href: this.actions.linkTo(item.id),
        isSelected,
        isCurrent: item.id === current,
        isMine: this.mine.includes(item.id),
        toggleMine: () => this.actions.toggleMine(item.id),
      })}
    </tr>`;
  }

  /** A click anywhere in the row selects it; the browser opens new tabs and windows itself. */
  private clickRow(event: MouseEvent, id: number): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if ((event.target as Element).closest("button") !== null) return;
    event.preventDefault();
    this.actions.select(id);
  }

  private readonly move = (event: KeyboardEvent): void => {
    const focused = (event.target as Element).closest<HTMLElement>("tr")?.dataset.id;
    const index = this.rows.findIndex(({ id }) => String(id) === focused);
    const target = this.rows[movedTo(event.key, index, this.rows.length) ?? -1];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.actions.select(target.id);
    this.scrollToRow(target.id);
    void this.updateComplete.then(() => this.focusRow(target.id));
  };

  /** The row may not be drawn yet. */
  private scrollToRow(id: number): void {
    const index = this.items.findIndex((item) => "id" in item && item.id === id);
    const head = this.querySelector("thead")?.getBoundingClientRect().height ?? 0;
    const rowHeight = ROW_HEIGHT * pageScale();
    const [top, height] = [index * rowHeight, this.clientHeight - head];
    if (top < this.scrollTop) this.scrollTop = top;
    else if (top + rowHeight > this.scrollTop + height) this.scrollTop = top + rowHeight - height;
    this.measure();
  }

  private async focusRow(id: number): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(`tr[data-id="${id}"] a`)?.focus({ preventScroll: false });
  }
}

function itemKey(item: TableItem): string | number {
  return "heading" in item ? item.heading : item.id;
}

/** Takes the place of rows that are not drawn. */
function gap(rows: number): TemplateResult | typeof nothing {
  if (rows <= 0) return nothing;
  // As a property: the content security policy forbids style attributes.
  const height = `height: ${(rows * ROW_HEIGHT) / 16}rem`;
  return html`<tr class="gap" aria-hidden="true"><td colspan=${COLUMNS.length} .style=${height}></td></tr>`;
}
