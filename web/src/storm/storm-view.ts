import { html, LitElement, nothing, type TemplateResult } from "lit";
import { query, state } from "lit/decorators.js";
import { searchByName } from "../data/facility-search.ts";
import icon from "../icon.svg";
import type { StormMap } from "../map/storm-map.ts";
import { saveLastContact } from "../pwa/last-contact.ts";
import { readClock } from "../status/clock.ts";
import type { Snapshot } from "../status/freshness.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import { readAddress, type StormAddress, writeAddress } from "./address.ts";
import { announcementText } from "./announcement.ts";
import { renderBanner } from "./banner.ts";
import { changesOfPage } from "./changes.ts";
import { facilityDetail } from "./facility-detail.ts";
import { finder } from "./finder.ts";
import { languageSwitch } from "./language-switch.ts";
import { lastFacility, rememberFacility } from "./last-facility.ts";
import { Memo } from "./memo.ts";
import { sortByDistance } from "./near-distance.ts";
import { NearMe } from "./near-me.ts";
import { OffscreenRows } from "./offscreen-rows.ts";
import { loadingBand, ownFacility } from "./own-facility.ts";
import { pageFooter } from "./page-footer.ts";
import { setTab, tabTitle } from "./page-status.ts";
import type { ListParams } from "./parts/facility-reader.ts";
import { isSearching, listEnd, listedRows, moreRows } from "./parts/list-rows.ts";
import { currentLanguage } from "./saved-language.ts";
import { SecondTapFilter } from "./second-tap.ts";
import { shareLink } from "./share.ts";
import { spotStatus } from "./spot-status.ts";
import { StormController } from "./storm-controller.ts";
import type { CitySummary, FacilityRow } from "./summary.ts";
import { STORM_TEXT } from "./text.ts";
import { threatList } from "./threat-list.ts";

/** More facilities than this are listed only on request, so that the page is short. */
const FIRST_ROWS = 60;

/** The public view. Needs no sign-in. */
export class StormView extends LitElement {
  @state() private address: StormAddress = readAddress(location.pathname, location.search);
  @state() private announcement = "";
  @state() private shareMessage = "";
  @state() private showsAll = false;
  /** Of a large city. */
  @state() private rowsToLoad = FIRST_ROWS;
  /** The visitor's own facility, on the page of the city. */
  @state() private own: number | null = lastFacility();
  @query("storm-map") private readonly map!: StormMap | null;
  private stop = new AbortController();
  /** The last report whose time was saved for the offline page. */
  private saved: Snapshot | null = null;
  private readonly secondTap = new SecondTapFilter();
  private readonly nearMe = new NearMe(this);
  private readonly offscreen = new OffscreenRows(this);
  private readonly listed = new Memo<FacilityRow[]>();

  private readonly select = (id: number | null): void => {
    this.shareMessage = "";
    this.secondTap.layoutChanged();
    if (id !== null) this.remember(id);
    this.go({ ...this.address, facility: id, search: id === null ? "" : this.address.search });
    this.storm.showSelected();
    void this.updateComplete.then(() => this.focusSelected(id));
  };

  private readonly storm = new StormController(this, {
    params: () => ({ parameters: {}, asOf: null, pollsHidden: false, list: this.listParams }),
    language: () => this.language,
    selected: () => this.address.facility,
    select: this.select,
    map: () => this.map,
    replay: () => null,
  });

  private get listParams(): ListParams {
    const { facility, search } = this.address;
    return { search, ids: [facility, this.own].filter((id) => id !== null), rows: this.rowsToLoad };
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    window.addEventListener("popstate", () => this.readLocation(), { signal });
    this.addEventListener("click", this.secondTap.filter, { capture: true, signal });
    if (this.address.facility !== null) this.remember(this.address.facility);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private get language(): Language {
    return currentLanguage(this.address.language);
  }

  private readLocation(): void {
    this.address = readAddress(location.pathname, location.search);
    this.storm.showSelected();
  }

  private go(address: StormAddress, replace = false): void {
    if (replace) history.replaceState(null, "", writeAddress(address));
    else history.pushState(null, "", writeAddress(address));
    this.address = address;
  }

  private remember(id: number | null): void {
    this.own = id;
    rememberFacility(id);
  }

  private focusSelected(id: number | null): void {
    const target = this.querySelector<HTMLElement>(id === null ? "#search" : "#selected");
    target?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
    this.querySelector(".panel")?.scrollTo({ top: 0 });
  }

  protected override willUpdate(): void {
    const changes = changesOfPage(this.storm.statusChanges(), this.address.facility);
    if (changes.length > 0) this.announcement = announcementText(changes, this.language);
  }

  protected override updated(): void {
    const { documentElement } = document;
    if (documentElement.lang !== this.language) documentElement.lang = this.language;
    const rows = this.storm.rows();
    const selected = rows.find(({ facility }) => facility.facilityId === this.address.facility);
    const status = selected?.status ?? this.storm.summary(rows).status;
    const name = selected?.facility.name ?? this.storm.poller.city?.name ?? STORM_TEXT[this.language].title;
    setTab(tabTitle(STATUS_TEXT[this.language].status[status], name), status);
    this.saveContact();
  }

  private saveContact(): void {
    const { snapshot } = this.storm.poller;
    if (snapshot === this.saved) return;
    this.saved = snapshot;
    void saveLastContact({ at: Date.now(), language: this.language });
  }

  protected override render() {
    const { language, storm, address } = this;
    const text = STORM_TEXT[language];
    const rows = storm.rows();
    const summary = storm.summary(rows);
    return html`<a class="skip" href="#facilities">${text.skipToList}</a>
      <a class="skip" href="#map" @click=${this.focusMap}>${text.skipToMap}</a>
      <header class="band">
        <a class="brand" href="/" @click=${this.goHome}><img src=${icon} alt="" width="32" height="32" /> <span>${storm.poller.city?.name ?? this.dataset.city ?? "stormwire"}</span></a>
        ${languageSwitch(language, (other) => this.go({ ...address, language: other }, true))}
      </header>
      <main data-status=${summary.status} class=${address.search === "" && this.sortPosition === null ? "" : "searching"}>
        <div class="panel">
          ${this.isWaiting && this.hasOwn && !this.knowsOwn(rows) ? loadingBand(language) : html`${this.ownStatus(rows)} ${renderBanner(storm.poller, summary, language)}`}
          <div class="unseen" role="status" aria-live="assertive">${this.announcement}</div>
          ${this.facilities(rows, summary)} ${this.isWaiting ? nothing : pageFooter(language)}
        </div>
        ${this.isWaiting ? nothing : storm.map(rows)}
      </main>`;
  }

  /** Nothing is below the status before the facilities are known: it would move. */
  private get isWaiting(): boolean {
    const { hasFacilities, failures } = this.storm.poller;
    return !hasFacilities && failures === 0;
  }

  /** Whether the status of the visitor's facility is in the report. */
  private knowsOwn(rows: readonly FacilityRow[]): boolean {
    const id = this.address.facility ?? this.own;
    return rows.some(({ facility }) => facility.facilityId === id);
  }

  private get hasOwn(): boolean {
    return this.address.facility !== null || this.own !== null;
  }

  /** Only some facilities of a large city are loaded: the nearest may be another one. */
  private get sortPosition(): NearMe["position"] {
    return this.storm.poller.coverage === null ? this.nearMe.position : null;
  }

  private facilities(rows: readonly FacilityRow[], summary: CitySummary): TemplateResult | typeof nothing {
    const { hasFacilities, coverage } = this.storm.poller;
    if (!hasFacilities) return nothing;
    const { language, address, nearMe } = this;
    const text = STORM_TEXT[language];
    const position = this.sortPosition;
    const listed = this.listed.get([rows, address.search, position], () => {
      const found = searchByName(listedRows(rows, coverage), address.search, ({ facility }) => facility.name);
      return position === null ? found : sortByDistance(found, ({ facility }) => nearMe.milesTo(facility));
    });
    const isWaiting = isSearching(coverage, address.search);
    return html`${finder({
      language,
      search: address.search,
      countText: isWaiting ? text.searching : text.countOf(listed.length, coverage?.all ?? rows.length),
      nearMe: coverage === null ? nearMe : null,
      setSearch: this.search,
      focused: this.showSearch,
    })}
      <section id="facilities" tabindex="-1" aria-label=${text.facilities}>
        ${this.spot()} ${listed.length === 0 && rows.length > 0 && !isWaiting ? html`<p class="none">${text.noMatch}</p>` : this.list(listed)}
        ${listEnd(coverage, language, this.showMore)}
        ${summary.unlocated > 0 ? html`<p class="none">${text.unlocated(summary.unlocated)}</p>` : nothing}
      </section>`;
  }

  private list(rows: readonly FacilityRow[]): TemplateResult {
    const { address, language } = this;
    const isPart = this.storm.poller.coverage !== null;
    const shown = this.showsAll || isPart ? rows : rows.slice(0, FIRST_ROWS);
    const list = threatList(shown, {
      context: this.storm.textContext,
      selected: address.facility,
      linkTo: (id) => writeAddress({ ...address, facility: id }),
      select: this.select,
      distanceText: ({ facility }) => {
        const miles = this.nearMe.milesTo(facility);
        return miles === null ? null : STORM_TEXT[language].milesAway(miles.toFixed(1));
      },
      dependencies: [address, this.nearMe.position],
      offscreen: this.offscreen,
    });
    if (shown.length === rows.length) return list;
    const showAll = (): void => {
      this.showsAll = true;
    };
    return html`${list}
      <p class="none"><button type="button" @click=${showAll}>${STORM_TEXT[language].showAll(rows.length)}</button></p>`;
  }

  private readonly showMore = (): void => {
    this.rowsToLoad = moreRows(this.rowsToLoad);
  };

  /** The status at the visitor's position, if it was asked for. */
  private spot(): TemplateResult | typeof nothing {
    const row = this.nearMe.spotRow(readClock());
    if (row === null) return nothing;
    return spotStatus(row, this.storm.textContext, this.storm.feedHealthy);
  }

  /** Of the facility that the page is about, or on the page of the city of the one that was opened last. */
  private ownStatus(rows: readonly FacilityRow[]): TemplateResult | typeof nothing {
    const { address, storm, own } = this;
    // A facility that is not in an incomplete report may exist.
    if (!storm.poller.hasFacilities && !this.knowsOwn(rows)) return nothing;
    if (address.facility !== null) return this.selectedFacility(rows);
    const row = rows.find(({ facility }) => facility.facilityId === own);
    if (row === undefined || own === null) return nothing;
    return ownFacility(row, {
      context: storm.textContext,
      feedHealthy: storm.feedHealthy,
      href: writeAddress({ ...address, facility: own }),
      open: (event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        this.select(own);
      },
      forget: () => this.remember(null),
    });
  }

  private selectedFacility(rows: readonly FacilityRow[]): TemplateResult {
    const { address, storm } = this;
    const text = STORM_TEXT[this.language];
    const row = rows.find(({ facility }) => facility.facilityId === address.facility);
    const back = html`<button type="button" class="back" @click=${() => this.select(null)}>${text.backToAll}</button>`;
    if (row === undefined)
      return storm.poller.covers(address.facility ?? 0)
        ? html`<section class="detail" data-status="Unknown"><p>${text.noFacility}</p>${back}</section>`
        : loadingBand(this.language);
    const actions = html`<p class="actions">
        ${back}
        <button type="button" @click=${() => void this.share(row.facility.name)}>${text.share}</button>
        <a href="/f/${address.facility}.txt">${text.textPage}</a>
      </p>
      <p role="status" class="shared">${this.shareMessage}</p>
      <notify-button .facility=${address.facility} .language=${this.language}></notify-button>`;
    return facilityDetail(row, storm.textContext, storm.feedHealthy, actions);
  }

  private async share(name: string): Promise<void> {
    const text = STORM_TEXT[this.language];
    const link = new URL(writeAddress({ ...this.address, search: "", language: null }), location.href).href;
    const result = await shareLink(name, link);
    const messages = { shared: "", copied: text.linkCopied, unavailable: text.copyLink(link) };
    this.shareMessage = messages[result];
  }

  private readonly search = (event: InputEvent): void => {
    this.go({ ...this.address, search: (event.target as HTMLInputElement).value }, true);
  };

  /** On a phone the keyboard covers the lower half: the field goes to the top, its results follow directly. */
  private readonly showSearch = (): void => {
    if (matchMedia("(max-width: 55.99rem)").matches) this.querySelector(".search")?.scrollIntoView({ block: "start" });
  };

  private readonly focusMap = (event: MouseEvent): void => {
    event.preventDefault();
    this.map?.shadowRoot?.querySelector<HTMLElement>('[role="application"]')?.focus();
  };

  private readonly goHome = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    this.go({ ...this.address, facility: null, search: "" });
    this.map?.showAll();
  };
}
