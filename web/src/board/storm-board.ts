import { html, nothing, type TemplateResult } from "lit";
import { query, state } from "lit/decorators.js";
import type { Parameters } from "../data/lightning.ts";
import { tilesOf } from "../data/tile.ts";
import type { Scene } from "../map/scene.ts";
import type { FacilityPicked, StormMap } from "../map/storm-map.ts";
import type { Box } from "../map/view.ts";
import { Navigated } from "../portal/events.ts";
import { matching } from "../portal/facility/matching.ts";
import { PortalPage } from "../portal/part/page.ts";
import { documentTitle } from "../portal/route.ts";
import { announcement } from "../storm/announcing.ts";
import { banner } from "../storm/banner.ts";
import { detail } from "../storm/detail.ts";
import { spokenLanguage } from "../storm/kept-language.ts";
import { Noticing } from "../storm/noticing.ts";
import { homeOf, sceneOf } from "../storm/scene-of.ts";
import type { Saying } from "../storm/sentence.ts";
import { type Row, rows, summary } from "../storm/summary.ts";
import { threatList } from "../storm/threat-list.ts";
import { StormWatch } from "../storm/watch.ts";
import { STORM_WORDS } from "../storm/words.ts";
import type { Language } from "../words/language.ts";
import { moment } from "../words/moment.ts";
import { BOARD, type BoardAddress, readBoard, stamp, writeBoard } from "./address.ts";
import { Alerts } from "./alerts.ts";
import { History } from "./history.ts";
import { Past } from "./past.ts";
import { isOver, lastHours, type Replay, STEP_MS, stepped } from "./replay.ts";
import { replayBar } from "./replay-bar.ts";
import { writeReport } from "./report-address.ts";
import { thresholdForm } from "./threshold-form.ts";
import { type Fault, type Threshold, USUAL, unusual } from "./thresholds.ts";
import { topBar, wallBar } from "./top-bar.ts";
import { BOARD_WORDS } from "./words.ts";

/** The supervisor's dashboard: the storm, one's own thresholds, the past, and what to do with it. */
export class StormBoard extends PortalPage {
  @state() private address: BoardAddress = readBoard(location.search);
  @state() private faults: Partial<Record<Threshold, Fault>> = {};
  @state() private isPlaying = false;
  @state() private said = "";
  @state() private alertsOn = false;
  @query("storm-map") private readonly map!: StormMap;
  private readonly watch = new StormWatch(
    this,
    () => ({
      parameters: unusual(this.address.parameters),
      asOf: this.address.replay === null ? null : stamp(this.address.replay.at),
      unseen: this.alertsOn,
    }),
    () => this.hear(),
  );
  private readonly past = new Past(this, this.watch);
  private readonly history = new History();
  private readonly noticing = new Noticing();
  private readonly alerts = new Alerts();
  private home: Box | null = null;
  private drawn: { key: string; scene: Scene } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.alertsOn = this.alerts.wanted;
    window.addEventListener("popstate", () => this.arrive(), { signal });
    // A link to the dashboard itself, as the portal has one on every page.
    window.addEventListener(Navigated.type, () => this.arrive(), { signal });
    document.addEventListener(
      "fullscreenchange",
      () => document.fullscreenElement === null && this.address.wall && this.go({ wall: false }),
      { signal },
    );
    this.loadPast();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    this.past.forget();
    this.alerts.end();
    clearTimeout(this.timer);
  }

  private arrive(): void {
    if (location.pathname !== BOARD) return;
    this.address = readBoard(location.search);
    this.isPlaying = false;
    void this.watch.again();
    this.loadPast();
  }

  private go(part: Partial<BoardAddress>): void {
    this.address = { ...this.address, ...part };
    history.replaceState(null, "", writeBoard(this.address));
  }

  private hear(): void {
    const { sheet, answer } = this.watch;
    const isFirst = this.home === null;
    this.home ??= homeOf(sheet, answer?.facilities ?? [], answer?.parameters.radiusMiles ?? USUAL.radiusMiles);
    if (isFirst && this.address.facility !== null)
      void this.updateComplete.then(() => requestAnimationFrame(() => this.lookAtChosen()));
  }

  private get language(): Language {
    return spokenLanguage(this.address.language);
  }

  private get isReplay(): boolean {
    return this.address.replay !== null;
  }

  protected override willUpdate(): void {
    if (this.isReplay) {
      this.noticing.forget();
      return;
    }
    const changed = this.noticing.look(this.rows());
    if (changed.length === 0) return;
    this.said = announcement(changed, this.language);
    this.alerts.tell(changed, STORM_WORDS[this.language].title, this.said);
  }

  protected override updated(): void {
    document.title = documentTitle(BOARD_WORDS[this.language].title);
  }

  private rows(): Row[] {
    return rows(this.watch.told, this.watch.answer?.facilities ?? [], moment(), this.isReplay);
  }

  private readonly choose = (id: number | null): void => {
    this.go({ facility: id });
    this.lookAtChosen();
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

  private setParameters(parameters: Parameters, faults: Partial<Record<Threshold, Fault>>): void {
    this.faults = faults;
    this.go({ parameters });
    void this.watch.again();
    this.loadPast();
  }

  private readonly startReplay = (): void => {
    this.setReplay(lastHours(this.watch.now(), this.address.parameters.historyHours));
    this.play(true);
  };

  /** The map moves at once; who stands how comes with the answer. */
  private readonly setReplay = (replay: Replay): void => {
    this.go({ replay });
    this.loadPast();
    if (!this.isPlaying) void this.watch.again();
  };

  private readonly goLive = (): void => {
    this.isPlaying = false;
    clearTimeout(this.timer);
    this.go({ replay: null });
    this.past.forget();
    void this.watch.again();
  };

  private readonly play = (on: boolean): void => {
    clearTimeout(this.timer);
    const { replay } = this.address;
    if (replay === null) return;
    this.isPlaying = on;
    if (on && isOver(replay)) this.go({ replay: { ...replay, at: replay.from } });
    if (on) void this.step();
  };

  /** One step: on, ask, wait for the answer and the rest of the step. */
  private async step(): Promise<void> {
    const { replay } = this.address;
    if (replay === null || !this.isPlaying || !this.isConnected) return;
    const begun = performance.now();
    this.go({ replay: stepped(replay) });
    await this.watch.again();
    if (this.address.replay !== null && isOver(this.address.replay)) this.isPlaying = false;
    if (this.isPlaying)
      this.timer = setTimeout(() => void this.step(), Math.max(0, STEP_MS - (performance.now() - begun)));
  }

  private loadPast(): void {
    const { replay, parameters } = this.address;
    if (replay !== null) void this.past.load(replay, parameters.historyHours);
  }

  private scene(all: readonly Row[]): Scene {
    const { answer, sheet } = this.watch;
    const { replay, facility } = this.address;
    const strikes = replay === null ? this.watch.strikes : this.past.strikes;
    const asOf = replay === null ? this.watch.now() : replay.at;
    const key = [
      answer?.asOf,
      Math.floor(asOf / (replay === null ? 15_000 : 1)),
      strikes.count,
      facility,
      this.language,
      ...all.map(({ standing }) => standing),
    ].join(" ");
    if (this.drawn?.key !== key) {
      const scene = sceneOf(sheet, {
        rows: all,
        strikes,
        parameters: answer?.parameters ?? USUAL,
        asOf,
        chosen: facility,
        language: this.language,
      });
      this.drawn = { key, scene };
    }
    return this.drawn.scene;
  }

  private get saying(): Saying {
    const { watch } = this;
    const now = this.isReplay ? Date.parse(watch.answer?.asOf ?? "") : watch.now();
    return {
      language: this.language,
      timeZone: watch.city?.timezone,
      now,
      parameters: watch.answer?.parameters ?? USUAL,
    };
  }

  protected override render() {
    const all = this.rows();
    const { watch, address, language } = this;
    const state = summary(all, watch.told, moment(), this.isReplay);
    return html`<div class="board ${address.wall ? "wall" : ""}" lang=${language} data-standing=${state.standing}>
      ${address.wall ? wallBar(language, () => void this.endWall()) : this.controls()} ${this.replayPart()}
      <div class="storm">
        <div class="left">
          ${banner(watch, state, language, { level: 2, replaying: this.isReplay })}
          <div class="unseen" role="status" aria-live="assertive">${this.said}</div>
          ${watch.answer === null ? nothing : html`${this.chosenPart(all)} ${this.listPart(all)}`}
        </div>
        <storm-map
          .scene=${watch.answer === null ? null : this.scene(all)}
          .home=${this.home}
          .reach=${watch.sheet?.box ?? null}
          .source=${tilesOf}
          .language=${language}
          .timeZone=${watch.city?.timezone}
          @storm-facility-picked=${(event: FacilityPicked) => this.choose(event.facilityId)}
        ></storm-map>
      </div>
      ${this.chartPart(all)}
    </div>`;
  }

  private controls(): TemplateResult {
    const { parameters, facility } = this.address;
    return html`${topBar({
      language: this.language,
      isReplay: this.isReplay,
      alertsOn: this.alertsOn,
      report: this.reportOn(facility, null, null),
      replay: this.startReplay,
      switchAlerts: this.switchAlerts,
      wall: this.startWall,
      speak: (language) => this.go({ language }),
    })}
    ${thresholdForm({
      parameters,
      faults: this.faults,
      language: this.language,
      change: (threshold, value) =>
        this.setParameters({ ...parameters, [threshold]: value }, { ...this.faults, [threshold]: undefined }),
      refuse: (threshold, fault) => (this.faults = { ...this.faults, [threshold]: fault }),
      reset: () => this.setParameters(USUAL, {}),
    })}`;
  }

  /** By the thresholds that are on the screen. */
  private reportOn(facility: number | null, from: number | null, to: number | null): string {
    const { parameters, language } = this.address;
    return writeReport({ facility, from, to, parameters, language });
  }

  private replayPart(): TemplateResult | typeof nothing {
    const { replay } = this.address;
    if (replay === null) return nothing;
    return replayBar({
      replay,
      isPlaying: this.isPlaying,
      timeZone: this.watch.city?.timezone ?? "UTC",
      language: this.language,
      change: this.setReplay,
      play: this.play,
      live: this.goLive,
    });
  }

  private chosenPart(all: readonly Row[]): TemplateResult | typeof nothing {
    const { facility } = this.address;
    const row = all.find((one) => one.facility.facilityId === facility);
    if (row === undefined) return nothing;
    const beside = html`<p class="beside">
      <button type="button" class="second" @click=${() => this.choose(null)}>${STORM_WORDS[this.language].backToAll}</button>
      <a href="/f/${facility}">${BOARD_WORDS[this.language].publicLink}</a>
    </p>`;
    return detail(row, this.saying, this.isReplay ? true : (this.watch.told?.feed.healthy ?? null), beside);
  }

  private listPart(all: readonly Row[]): TemplateResult {
    const { address } = this;
    const found = matching(
      all.map((row) => ({ name: row.facility.name, row })),
      address.search,
    ).map(({ row }) => row);
    const words = STORM_WORDS[this.language];
    return html`<div class="field search">
        <label for="search">${words.search}</label>
        <input id="search" type="search" autocomplete="off" spellcheck="false" .value=${address.search} @input=${(event: InputEvent) => this.go({ search: (event.target as HTMLInputElement).value })} />
        <p class="count" role="status">${words.countOf(found.length, all.length)}</p>
      </div>
      ${threatList(found, this.saying, address.facility, (id) => writeBoard({ ...address, facility: id }), this.choose)}`;
  }

  private chartPart(all: readonly Row[]): TemplateResult | typeof nothing {
    const facility = all.find((one) => one.facility.facilityId === this.address.facility)?.facility;
    if (facility === undefined || this.drawn === null || this.address.wall) return nothing;
    return this.history.part({
      facility,
      scene: this.drawn.scene,
      ...(this.watch.answer?.parameters ?? USUAL),
      timeZone: this.watch.city?.timezone ?? "UTC",
      language: this.language,
      reportOn: (from, to) => this.reportOn(facility.facilityId, from, to),
    });
  }

  private readonly switchAlerts = (): void => {
    this.alertsOn = !this.alertsOn;
    void this.alerts.turn(this.alertsOn);
  };

  private readonly startWall = (): void => {
    this.go({ wall: true });
    // A browser may refuse; the layout is the same without.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
  };

  private async endWall(): Promise<void> {
    this.go({ wall: false });
    if (document.fullscreenElement !== null) await document.exitFullscreen();
  }
}
