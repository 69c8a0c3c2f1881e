// The dashboard's table with its filters: what is shown, what is remembered, what is exported.
import { html, type ReactiveControllerHost, type TemplateResult } from "lit";
import { searchByName } from "../data/facility-search.ts";
import type { DisplayStatus } from "../status/status.ts";
import type { StatusChange } from "../storm/changes.ts";
import { Memo } from "../storm/memo.ts";
import type { Coverage, ListParams } from "../storm/parts/facility-reader.ts";
import { isSearching, listEnd, listedRows, moreRows } from "../storm/parts/list-rows.ts";
import { cityCounts, type StatusCount } from "../storm/parts/part-summary.ts";
import type { StormController } from "../storm/storm-controller.ts";
import type { FacilityRow } from "../storm/summary.ts";
import { STORM_TEXT } from "../storm/text.ts";
import { type BoardAddress, writeBoardAddress } from "./address.ts";
import { ChangeLoader } from "./table/change-loader.ts";
import { download, toCsv } from "./table/csv.ts";
import { filterBar } from "./table/filter-bar.ts";
import { csvName, loadedNote, noMatchText } from "./table/loaded-rows.ts";
import { rememberedFacilities, rememberFacilities, toggleId } from "./table/my-facilities.ts";
import { changeOf, isSameChanges, type RecentChange } from "./table/recent-changes.ts";
import { countByStatus, sortRows, type TableRow, toTableRow } from "./table/table-row.ts";
import { TABLE_TEXT } from "./table/text.ts";

/** Of a large city. */
const FIRST_ROWS = 200;

export interface BoardTableOptions {
  address: () => BoardAddress;
  go: (change: Partial<BoardAddress>) => void;
  select: (id: number) => void;
}

export class BoardTable {
  private readonly changes: ChangeLoader;
  /** Of this browser, also while a link shows the facilities of someone else. */
  private remembered = rememberedFacilities();
  /** Of a large city. */
  private rowsToLoad = FIRST_ROWS;
  private recent: ReadonlyMap<number, RecentChange> = new Map();
  private readonly listed = new Memo<readonly FacilityRow[]>();
  private readonly sorted = new Memo<TableRow[]>();
  private readonly shown = new Memo<{ counts: Record<DisplayStatus, number>; shown: TableRow[] }>();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly storm: StormController,
    private readonly options: BoardTableOptions,
  ) {
    this.changes = new ChangeLoader(host, storm.poller, () => this.showsRecordedStatus);
  }

  /** Whether the order of the rows is known: recent changes come first. */
  get isReady(): boolean {
    return this.changes.isReady;
  }

  /** Thresholds of one's own, and the past, have other statuses than those that were recorded. */
  private get showsRecordedStatus(): boolean {
    const { replay, changed } = this.options.address();
    return replay === null && Object.keys(changed).length === 0;
  }

  /** Opens with one's own facilities if they were shown last, unless the link says what to show. */
  restore(): void {
    const { mine, facility, search, statuses } = this.options.address();
    const { ids, isOn } = this.remembered;
    const isPlain = mine === null && facility === null && search === "" && statuses.length === 0;
    if (isOn && ids.length > 0 && isPlain) this.options.go({ mine: ids });
  }

  /** The changes to announce now. `shown` are those of what the page shows since the last call. */
  takeAlerts(shown: readonly StatusChange[]): StatusChange[] {
    return this.changes.takeAlerts(shown, this.storm.rows());
  }

  get listParams(): ListParams {
    const { search, facility, mine, isWall } = this.options.address();
    const ids = [...(facility === null ? [] : [facility]), ...(mine ?? [])];
    // The wall has no search.
    return { search: isWall ? "" : search, ids, rows: this.rowsToLoad };
  }

  /** Of all facilities that may be in the table, sorted. The same array until something in it changes. */
  tableRows(all: readonly FacilityRow[]): TableRow[] {
    const { rule } = this.storm.textContext;
    const { sort, mine, isWall } = this.options.address();
    const { coverage } = this.storm.poller;
    // One's own facilities may be anywhere in the list.
    const isList = mine === null || isWall;
    const rows = this.listed.get([all, coverage, isList], () => (isList ? listedRows(all, coverage) : all));
    const changes = this.recentChanges();
    const toRow = (row: FacilityRow): TableRow =>
      toTableRow(row, rule(row.facility), changeOf(changes, row.facility.facilityId, row.status));
    return this.sorted.get([rows, changes, sort], () => sortRows(rows.map(toRow), sort));
  }

  /** The same map while the same changes are recent. */
  private recentChanges(): ReadonlyMap<number, RecentChange> {
    const changes = this.changes.changes();
    if (!isSameChanges(this.recent, changes)) this.recent = changes;
    return this.recent;
  }

  /** One's own facilities were chosen a moment ago, or their request has failed. */
  private get isLoadingMine(): boolean {
    const { mine } = this.options.address();
    return mine?.some((id) => !this.storm.poller.covers(id)) ?? false;
  }

  /** One's own facilities are loaded wherever they are in the list. */
  private get listCoverage(): Coverage | null {
    return this.options.address().mine === null ? this.storm.poller.coverage : null;
  }

  /** Which facilities the table has; null if all can be in it. */
  get loadedNote(): string | null {
    const { language } = this.storm.textContext;
    return this.isLoadingMine ? TABLE_TEXT[language].loadingMine : loadedNote(this.listCoverage, language);
  }

  /** What the filters leave, as in the table. */
  exportCsv(rows: readonly FacilityRow[]): void {
    const { mine } = this.options.address();
    const all = this.tableRows(rows).filter(({ id }) => mine?.includes(id) ?? true);
    download(csvName(this.storm.textContext.now, this.listCoverage), toCsv(this.filtered(all)));
  }

  private filtered(rows: readonly TableRow[]): TableRow[] {
    const { search, statuses } = this.options.address();
    const found = searchByName(rows, search, ({ name }) => name);
    return statuses.length === 0 ? found : found.filter(({ status }) => statuses.includes(status));
  }

  render(rows: readonly FacilityRow[]): TemplateResult {
    const { search, statuses, mine, facility, sort } = this.options.address();
    const { textContext } = this.storm;
    const text = TABLE_TEXT[textContext.language];
    const all = this.tableRows(rows);
    const { counts, shown } = this.shown.get([all, mine, search, statuses], () => {
      const ours = mine === null ? all : all.filter(({ id }) => mine.includes(id));
      return { counts: countByStatus(ours), shown: this.filtered(ours) };
    });
    const { coverage } = this.storm.poller;
    const isWaiting = isSearching(coverage, search) || this.isLoadingMine;
    const countText = STORM_TEXT[textContext.language].countOf(shown.length, coverage?.all ?? all.length);
    const showAll = () => this.setMine(null, { search: "", statuses: [] });
    return html`${filterBar({
      language: textContext.language,
      counts: this.shownCounts(rows, counts),
      note: this.loadedNote,
      statuses,
      mine: { count: (mine ?? this.remembered.ids).length, isOn: mine !== null },
      search,
      countText: isWaiting ? STORM_TEXT[textContext.language].searching : countText,
      toggleStatus: (status) => this.options.go({ statuses: toggled(statuses, status) }),
      toggleMine: () => this.setMine(mine === null ? this.remembered.ids : null),
      setSearch: (text) => this.options.go({ search: text }),
    })}
    ${
      shown.length === 0 && all.length > 0 && !isWaiting
        ? html`<p class="no-match">${noMatchText(this.listCoverage, textContext.language)} <button type="button" class="second" @click=${showAll}>${text.showAll}</button></p>`
        : html`<facility-table
          .rows=${shown}
          .context=${textContext}
          .selected=${facility}
          .mine=${mine ?? this.remembered.ids}
          .sort=${sort}
          .actions=${this.actions}
        ></facility-table>`
    }
    ${listEnd(this.listCoverage, textContext.language, this.showMore)}`;
  }

  private readonly showMore = (): void => {
    this.rowsToLoad = moreRows(this.rowsToLoad);
    this.host.requestUpdate();
  };

  /** Of all facilities, also of those that are not loaded. */
  private shownCounts(
    rows: readonly FacilityRow[],
    { Active, Clearing, Clear, Unknown }: Record<DisplayStatus, number>,
  ): Record<DisplayStatus, StatusCount> {
    if (this.listCoverage !== null) return cityCounts(this.storm.summary(rows));
    const { isLoadingMine } = this;
    const loaded = (count: number): StatusCount => ({ count, isAtLeast: isLoadingMine });
    return {
      Active: loaded(Active),
      Clearing: loaded(Clearing),
      Clear: loaded(Clear),
      Unknown: loaded(Unknown),
    };
  }

  private readonly actions = {
    linkTo: (id: number) => writeBoardAddress({ ...this.options.address(), facility: id }),
    select: (id: number) => this.options.select(id),
    sortBy: (sort: BoardAddress["sort"]) => this.options.go({ sort }),
    toggleMine: (id: number) => this.toggleMine(id),
    reachedEnd: () => this.reachedEnd(),
  };

  /** Of a large city more is loaded, after what was requested before. */
  private reachedEnd(): void {
    const { coverage } = this.storm.poller;
    const { mine, search, statuses } = this.options.address();
    const hasMore = coverage !== null && coverage.listed.size < coverage.matching;
    // A filter may leave so few rows that their end is always visible.
    if (!hasMore || mine !== null || statuses.length > 0 || isSearching(coverage, search)) return;
    if (coverage.wanted.rows === this.rowsToLoad) this.showMore();
  }

  private toggleMine(id: number): void {
    const { mine } = this.options.address();
    const ids = toggleId(mine ?? this.remembered.ids, id);
    this.remembered = { ids, isOn: this.remembered.isOn && ids.length > 0 };
    rememberFacilities(this.remembered);
    this.options.go({ mine: mine === null || ids.length === 0 ? null : ids });
  }

  private setMine(mine: number[] | null, more: Partial<BoardAddress> = {}): void {
    this.remembered = { ...this.remembered, isOn: mine !== null };
    rememberFacilities(this.remembered);
    this.options.go({ mine, ...more });
  }
}

function toggled(statuses: readonly DisplayStatus[], status: DisplayStatus): DisplayStatus[] {
  return statuses.includes(status) ? statuses.filter((one) => one !== status) : [...statuses, status];
}
