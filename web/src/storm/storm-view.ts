import { html, LitElement, nothing, type TemplateResult } from "lit";
import { query, state } from "lit/decorators.js";
import { searchByName } from "../data/facility-search.ts";
import icon from "../icon.svg";
import type { StormMap } from "../map/storm-map.ts";
import { saveLastContact } from "../pwa/last-contact.ts";
import type { Snapshot } from "../status/freshness.ts";
import type { Language } from "../status-text/language.ts";
import { readAddress, type StormAddress, writeAddress } from "./address.ts";
import { announcementText } from "./announcement.ts";
import { renderBanner } from "./banner.ts";
import { facilityDetail } from "./facility-detail.ts";
import { languageSwitch } from "./language-switch.ts";
import { currentLanguage } from "./saved-language.ts";
import { shareLink } from "./share.ts";
import { StormController } from "./storm-controller.ts";
import type { FacilityRow } from "./summary.ts";
import { STORM_TEXT } from "./text.ts";
import { threatList } from "./threat-list.ts";

/** The public view. Needs no sign-in. */
export class StormView extends LitElement {
  @state() private address: StormAddress = readAddress(location.pathname, location.search);
  @state() private announcement = "";
  @state() private shareMessage = "";
  @query("storm-map") private readonly map!: StormMap | null;
  private stop = new AbortController();
  /** The last report whose time was saved for the offline page. */
  private saved: Snapshot | null = null;

  private readonly select = (id: number | null): void => {
    this.shareMessage = "";
    this.go({ ...this.address, facility: id });
    this.storm.showSelected();
    void this.updateComplete.then(() => this.focusSelected(id));
  };

  private readonly storm = new StormController(this, {
    params: () => ({ parameters: {}, asOf: null, pollsHidden: false }),
    language: () => this.language,
    selected: () => this.address.facility,
    select: this.select,
    map: () => this.map,
    replay: () => null,
  });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    window.addEventListener("popstate", () => this.readLocation(), { signal: this.stop.signal });
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

  private focusSelected(id: number | null): void {
    const target = this.querySelector<HTMLElement>(id === null ? "#search" : "#selected");
    target?.focus({ preventScroll: true });
    if (id !== null) this.querySelector(".panel, .detail")?.scrollIntoView({ block: "nearest" });
    window.scrollTo({ top: 0 });
    this.querySelector(".panel")?.scrollTo({ top: 0 });
  }

  protected override willUpdate(): void {
    const changes = this.storm.statusChanges();
    if (changes.length > 0) this.announcement = announcementText(changes, this.language);
  }

  protected override updated(): void {
    document.documentElement.lang = this.language;
    const { report, city } = this.storm.poller;
    const selected = report?.facilities.find(({ facilityId }) => facilityId === this.address.facility);
    const name = selected?.name ?? city?.name ?? "stormwire";
    document.title = `${STORM_TEXT[this.language].title} – ${name}`;
    this.saveContact();
  }

  private saveContact(): void {
    const { snapshot } = this.storm.poller;
    if (snapshot === this.saved) return;
    this.saved = snapshot;
    void saveLastContact({ at: Date.now(), language: this.language });
  }

  protected override render() {
    const { language, storm } = this;
    const text = STORM_TEXT[language];
    const rows = storm.rows();
    const summary = storm.summary(rows);
    return html`<a class="skip" href="#facilities">${text.skipToList}</a>
      <a class="skip" href="#map">${text.skipToMap}</a>
      <header class="band">
        <a class="brand" href="/" @click=${this.goHome}><img src=${icon} alt="" width="32" height="32" /> <span>${storm.poller.city?.name ?? "stormwire"}</span></a>
        ${languageSwitch(language, (other) => this.go({ ...this.address, language: other }, true))}
      </header>
      <main data-status=${summary.status}>
        <div class="panel">
          ${renderBanner(storm.poller, summary, language)}
          <div class="unseen" role="status" aria-live="assertive">${this.announcement}</div>
          ${this.facilities(rows)}
          <footer>
            <p>${text.thunder}</p>
            <a href="/plain">${text.textList}</a> <a href="/docs">${text.api}</a> <a href="/portal">${text.signIn}</a>
          </footer>
        </div>
        ${storm.map(rows)}
      </main>`;
  }

  private facilities(rows: readonly FacilityRow[]): TemplateResult | typeof nothing {
    if (this.storm.poller.report === null) return nothing;
    const { language, address } = this;
    const text = STORM_TEXT[language];
    const found = searchByName(rows, address.search, ({ facility }) => facility.name);
    return html`${this.selectedFacility(rows)}
      <section id="facilities" tabindex="-1" aria-label=${text.facilities}>
        <div class="search">
          <label for="search">${text.search}</label>
          <input
            id="search"
            type="search"
            autocomplete="off"
            spellcheck="false"
            .value=${address.search}
            @input=${this.search}
          />
          <p class="count" role="status">${text.countOf(found.length, rows.length)}</p>
        </div>
        ${found.length === 0 && rows.length > 0 ? html`<p class="none">${text.noMatch}</p>` : this.list(found)}
      </section>`;
  }

  private list(rows: readonly FacilityRow[]): TemplateResult {
    const { address } = this;
    return threatList(rows, {
      context: this.storm.textContext,
      selected: address.facility,
      linkTo: (id) => writeAddress({ ...address, facility: id }),
      select: this.select,
    });
  }

  private selectedFacility(rows: readonly FacilityRow[]): TemplateResult | typeof nothing {
    const { address, storm } = this;
    if (address.facility === null) return nothing;
    const text = STORM_TEXT[this.language];
    const row = rows.find(({ facility }) => facility.facilityId === address.facility);
    const back = html`<button type="button" class="back" @click=${() => this.select(null)}>${text.backToAll}</button>`;
    if (row === undefined)
      return html`<section class="detail" data-status="Unknown"><p>${text.noFacility}</p>${back}</section>`;
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

  private readonly goHome = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    this.go({ ...this.address, facility: null, search: "" });
    this.map?.showAll();
  };
}
