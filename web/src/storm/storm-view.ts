import { html, LitElement, nothing, type TemplateResult } from "lit";
import { query, state } from "lit/decorators.js";
import { tilesOf } from "../data/tile.ts";
import icon from "../icon.svg";
import type { Scene } from "../map/scene.ts";
import type { FacilityPicked, StormMap } from "../map/storm-map.ts";
import type { Box } from "../map/view.ts";
import { matching } from "../portal/facility/matching.ts";
import type { Language } from "../words/language.ts";
import { moment } from "../words/moment.ts";
import { type Address, readAddress, writeAddress } from "./address.ts";
import { announcement } from "./announcing.ts";
import { banner } from "./banner.ts";
import { detail } from "./detail.ts";
import { spokenLanguage } from "./kept-language.ts";
import { languageSwitch } from "./language-switch.ts";
import { Noticing } from "./noticing.ts";
import { homeOf, sceneOf } from "./scene-of.ts";
import type { Saying } from "./sentence.ts";
import { shareLink } from "./share.ts";
import { type Row, rows, summary } from "./summary.ts";
import { threatList } from "./threat-list.ts";
import { StormWatch } from "./watch.ts";
import { STORM_WORDS } from "./words.ts";

const USUAL = { radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8 };

/** The public view: anyone may open it, nothing is asked of them. */
export class StormView extends LitElement {
  @state() private address: Address = readAddress(location.pathname, location.search);
  @state() private said = "";
  @state() private shared = "";
  @query("storm-map") private readonly map!: StormMap;
  private readonly watch = new StormWatch(
    this,
    () => ({ parameters: {}, asOf: null, unseen: false }),
    () => this.hear(),
  );
  private readonly noticing = new Noticing();
  private home: Box | null = null;
  /** The map draws again when this is another object, not every second. */
  private drawn: { key: string; scene: Scene } | null = null;
  private stop = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    window.addEventListener("popstate", () => this.arrive(), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
  }

  private get language(): Language {
    return spokenLanguage(this.address.language);
  }

  private arrive(): void {
    this.address = readAddress(location.pathname, location.search);
    this.lookAtChosen();
  }

  private go(address: Address, replace = false): void {
    if (replace) history.replaceState(null, "", writeAddress(address));
    else history.pushState(null, "", writeAddress(address));
    this.address = address;
  }

  private readonly choose = (id: number | null): void => {
    this.shared = "";
    this.go({ ...this.address, facility: id });
    this.lookAtChosen();
    void this.updateComplete.then(() => {
      const target = this.querySelector<HTMLElement>(id === null ? "#search" : "#chosen");
      target?.focus({ preventScroll: true });
      if (id !== null) this.querySelector(".panel, .detail")?.scrollIntoView({ block: "nearest" });
      window.scrollTo({ top: 0 });
      this.querySelector(".panel")?.scrollTo({ top: 0 });
    });
  };

  private lookAtChosen(): void {
    const { facility } = this.address;
    if (facility === null) {
      this.map?.showAll();
      return;
    }
    const marker = this.drawn?.scene.markers.find(({ id }) => id === facility);
    if (marker !== undefined) this.map?.lookAt(marker.at, this.drawn?.scene.radiusFeet ?? 0);
  }

  private hear(): void {
    const isFirst = this.home === null;
    this.home ??= homeOf(
      this.watch.sheet,
      this.watch.answer?.facilities ?? [],
      this.watch.answer?.parameters.radiusMiles ?? USUAL.radiusMiles,
    );
    if (isFirst) void this.updateComplete.then(() => this.lookAtFirst());
  }

  /** Whoever came by a link sees their facility, once the map knows how large it is. */
  private lookAtFirst(): void {
    if (this.address.facility !== null) requestAnimationFrame(() => this.lookAtChosen());
  }

  private rows(): Row[] {
    return rows(this.watch.told, this.watch.answer?.facilities ?? [], moment());
  }

  private scene(all: readonly Row[]): Scene {
    const { answer, strikes, sheet } = this.watch;
    // Strikes fade by the minute; everything else that the map shows comes with an answer or a click.
    const minute = Math.floor(this.watch.now() / 15_000);
    const key = [
      answer?.asOf,
      minute,
      this.address.facility,
      this.language,
      ...all.map(({ standing }) => standing),
    ].join(" ");
    if (this.drawn?.key !== key) {
      const asOf = this.watch.now();
      const scene = sceneOf(sheet, {
        rows: all,
        strikes,
        parameters: answer?.parameters ?? USUAL,
        asOf,
        chosen: this.address.facility,
        language: this.language,
      });
      this.drawn = { key, scene };
    }
    return this.drawn.scene;
  }

  protected override willUpdate(): void {
    const changed = this.noticing.look(this.rows());
    if (changed.length > 0) this.said = announcement(changed, this.language);
  }

  protected override updated(): void {
    document.documentElement.lang = this.language;
    const chosen = this.watch.answer?.facilities.find(({ facilityId }) => facilityId === this.address.facility);
    const place = chosen?.name ?? this.watch.city?.name ?? "stormwire";
    document.title = `${STORM_WORDS[this.language].title} – ${place}`;
  }

  protected override render() {
    const { language, watch } = this;
    const words = STORM_WORDS[language];
    const all = this.rows();
    const state = summary(all, watch.told, moment());
    return html`<a class="skip" href="#facilities">${words.skip}</a>
      <a class="skip" href="#map">${words.skipToMap}</a>
      <header class="band">
        <a class="brand" href="/" @click=${this.goHome}><img src=${icon} alt="" width="32" height="32" /> <span>${watch.city?.name ?? "stormwire"}</span></a>
        ${languageSwitch(language, (other) => this.go({ ...this.address, language: other }, true))}
      </header>
      <main data-standing=${state.standing}>
        <div class="panel">
          ${banner(watch, state, language)}
          <div class="unseen" role="status" aria-live="assertive">${this.said}</div>
          ${this.facilities(all)}
          <footer>
            <p>${words.safetyMore}</p>
            <a href="/plain">${words.plainList}</a> <a href="/docs">${words.api}</a> <a href="/portal">${words.signIn}</a>
          </footer>
        </div>
        <storm-map
          id="map"
          .scene=${watch.answer === null ? null : this.scene(all)}
          .home=${this.home}
          .reach=${watch.sheet?.box ?? null}
          .source=${tilesOf}
          .language=${language}
          .timeZone=${watch.city?.timezone}
          @storm-facility-picked=${(event: FacilityPicked) => this.choose(event.facilityId)}
        ></storm-map>
      </main>`;
  }

  private facilities(all: readonly Row[]): TemplateResult | typeof nothing {
    if (this.watch.answer === null) return nothing;
    const { language, address } = this;
    const words = STORM_WORDS[language];
    const found = matching(
      all.map((row) => ({ name: row.facility.name, row })),
      address.search,
    ).map(({ row }) => row);
    return html`${this.chosen(all)}
      <section id="facilities" tabindex="-1" aria-label=${words.facilities}>
        <div class="search">
          <label for="search">${words.search}</label>
          <input id="search" type="search" autocomplete="off" spellcheck="false" .value=${address.search} @input=${this.search} />
          <p class="count" role="status">${words.countOf(found.length, all.length)}</p>
        </div>
        ${
          found.length === 0 && all.length > 0
            ? html`<p class="none">${words.noMatch}</p>`
            : threatList(
                found,
                this.saying,
                address.facility,
                (id) => writeAddress({ ...address, facility: id }),
                this.choose,
              )
        }
      </section>`;
  }

  private get saying(): Saying {
    const { watch, language } = this;
    return {
      language,
      timeZone: watch.city?.timezone,
      now: watch.now(),
      parameters: watch.answer?.parameters ?? USUAL,
    };
  }

  private chosen(all: readonly Row[]): TemplateResult | typeof nothing {
    const { address, language, watch } = this;
    if (address.facility === null) return nothing;
    const words = STORM_WORDS[language];
    const row = all.find(({ facility }) => facility.facilityId === address.facility);
    const back = html`<button type="button" class="back" @click=${() => this.choose(null)}>${words.backToAll}</button>`;
    if (row === undefined)
      return html`<section class="detail" data-standing="Unknown"><p>${words.missing}</p>${back}</section>`;
    const beside = html`<p class="beside">
        ${back}
        <button type="button" @click=${() => void this.share(row.facility.name)}>${words.share}</button>
        <a href="/f/${address.facility}.txt">${words.plainText}</a>
      </p>
      <p role="status" class="shared">${this.shared}</p>`;
    return detail(row, this.saying, watch.told?.feed.healthy ?? null, beside);
  }

  private async share(name: string): Promise<void> {
    const words = STORM_WORDS[this.language];
    const link = new URL(writeAddress({ ...this.address, search: "", language: null }), location.href).href;
    const way = await shareLink(name, link);
    this.shared = way === "copied" ? words.copied : way === "shown" ? `${words.copyThis}: ${link}` : "";
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
