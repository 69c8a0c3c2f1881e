// Every facility as a tile. What does not fit takes turns.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { guard } from "lit/directives/guard.js";
import { ref } from "lit/directives/ref.js";
import { repeat } from "lit/directives/repeat.js";
import { statusIcon } from "../../map/legend.ts";
import { STATUS_TEXT } from "../../status-text/text.ts";
import type { TextContext } from "../../storm/facility-text.ts";
import { OffscreenRows } from "../../storm/offscreen-rows.ts";
import { REPLAY_TEXT } from "../../storm/replay-text.ts";
import { allClearCell } from "../table/cells.ts";
import type { TableRow } from "../table/table-row.ts";
import { WALL_TEXT } from "./text.ts";
import { fittedGrid, isLongName, pageCount, type TileGrid, tileGrid, tilesOfPage } from "./tile-grid.ts";
import { type TilePage, tilesNote, type WallPart } from "./tiles-note.ts";

const PAGE_MS = 10_000;
/** A narrower display is a phone or a tablet: it scrolls instead. */
const MIN_WIDTH = 700;

export class WallTiles extends LitElement {
  /** Most threatened first. */
  @property({ attribute: false }) rows: readonly TableRow[] = [];
  @property({ attribute: false }) context!: TextContext;
  /** Null if the rows are all facilities. */
  @property({ attribute: false }) cityPart: WallPart | null = null;
  @state() private grid: TileGrid | null = null;
  @state() private round = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly offscreen = new OffscreenRows(this);
  private readonly observer = new ResizeObserver(() => this.measure());

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer.observe(this);
    this.timer = setInterval(() => (this.round += 1), PAGE_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
    clearInterval(this.timer);
  }

  private measure(): void {
    const { innerWidth, innerHeight } = window;
    this.grid = innerWidth < MIN_WIDTH ? null : tileGrid(this.clientWidth, this.clientHeight, innerHeight);
  }

  protected override render() {
    const { rows, grid } = this;
    if (grid === null)
      return html`<ol class="tiles">${this.tiles(rows)}</ol>
      ${this.note({ page: 1, pages: 1 })}`;
    const pages = pageCount(rows.length, grid);
    const { columns, rows: lines } = fittedGrid(rows.length, grid);
    // As a property: the content security policy forbids style attributes.
    const layout = `grid-template: repeat(${lines}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`;
    return html`<ol class="tiles" .style=${layout}>${this.tiles(tilesOfPage(rows, grid, this.round))}</ol>
      ${this.note({ page: (this.round % pages) + 1, pages })}`;
  }

  private note(page: TilePage): TemplateResult | typeof nothing {
    const note = tilesNote(page, this.cityPart, this.context.language);
    return note === "" ? nothing : html`<p class="page">${note}</p>`;
  }

  private tiles(rows: readonly TableRow[]): unknown {
    return repeat(
      rows,
      ({ id }) => id,
      (row) => guard(this.tileDependencies(row), () => this.tile(row)),
    );
  }

  /** Only a tile that can be seen follows the time. */
  private tileDependencies(row: TableRow): unknown[] {
    const { language, timeZone, isReplay, now } = this.context;
    const second = this.offscreen.has(row.id) ? null : Math.floor(now / 1_000);
    return [row, language, timeZone, isReplay, second];
  }

  private tile(row: TableRow): TemplateResult {
    const { language, isReplay } = this.context;
    const { status, name, clearAt, change } = row;
    const word = STATUS_TEXT[language].status[status];
    const classes = [change === null ? "" : "changed", isReplay ? "past" : "", isLongName(name) ? "long" : ""];
    return html`<li data-id=${row.id} data-status=${status} class=${classes.join(" ")} ${ref(this.offscreen.observe)}>
      <p class="tile-name">${name}</p>
      <p class="tile-status">
        ${statusIcon(status, 24)} <span>${isReplay ? REPLAY_TEXT[language].was(word) : word}</span>
        ${clearAt === null || isReplay ? nothing : this.wait(row)}
      </p>
      ${change === null ? nothing : html`<p class="tile-new">${WALL_TEXT[language].justChanged}</p>`}
    </li>`;
  }

  /** “12:34”, large; or words, such as “not before 14:19:20”, which are longer. */
  private wait(row: TableRow): TemplateResult {
    const text = allClearCell(row, this.context);
    return html`<span class="tile-wait ${/^\d/.test(text) ? "" : "words"}">${text}</span>`;
  }
}
