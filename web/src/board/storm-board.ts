import { html, nothing, type TemplateResult } from "lit";
import { query, state } from "lit/decorators.js";
import { DEFAULT_PARAMETERS, type Parameters } from "../data/lightning.ts";
import type { StormMap } from "../map/storm-map.ts";
import { Navigated } from "../portal/events.ts";
import { documentTitle } from "../portal/route.ts";
import { PortalPage } from "../portal/ui/page.ts";
import { formatClockMinutes } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { announcementText } from "../storm/announcement.ts";
import { renderBanner, requestProblem } from "../storm/banner.ts";
import { facilityDetail } from "../storm/facility-detail.ts";
import { loadingBand } from "../storm/own-facility.ts";
import { setTitle } from "../storm/page-status.ts";
import { replayBanner } from "../storm/replay-banner.ts";
import { currentLanguage } from "../storm/saved-language.ts";
import { StormController } from "../storm/storm-controller.ts";
import type { CitySummary, FacilityRow } from "../storm/summary.ts";
import { STORM_TEXT } from "../storm/text.ts";
import { BOARD_PATH, type BoardAddress, formatUtc, readBoardAddress, writeBoardAddress } from "./address.ts";
import { StatusAlerts } from "./alerts.ts";
import { BoardTable } from "./board-table.ts";
import { LiveOutages } from "./live-outages.ts";
import { hasEnded, nextStep, type Replay, replayOfLastHours, STEP_MS, startAtFirstStrike } from "./replay.ts";
import { replayBar } from "./replay-bar.ts";
import { ReplayStrikes } from "./replay-strikes.ts";
import { writeReportAddress } from "./report-address.ts";
import { StrikeHistory } from "./strike-history.ts";
import { BOARD_TEXT } from "./text.ts";
import { type ThresholdErrors, thresholdForm } from "./threshold-form.ts";
import type { ChangedThresholds } from "./thresholds.ts";
import { topBar } from "./top-bar.ts";
import { wallDisplay } from "./wall/wall-display.ts";

/** The supervisor's dashboard: live status with adjustable thresholds, replay, alerts and reports. */
export class StormBoard extends PortalPage {
  @state() private address: BoardAddress = readBoardAddress(location.search);
  @state() private errors: ThresholdErrors = {};
  @state() private isPlaying = false;
  @state() private announcement = "";
  @state() private alertsOn = false;
  @query("storm-map") private readonly map!: StormMap | null;

  private readonly select = (id: number | null): void => {
    this.go({ facility: id });
    this.storm.showSelected();
  };

  private readonly storm: StormController = new StormController(this, {
    params: () => ({
      parameters: this.address.changed,
      asOf: this.address.replay === null ? null : formatUtc(this.address.replay.at),
      pollsHidden: this.alertsOn,
      list: this.table.listParams,
    }),
    language: () => this.language,
    selected: () => this.address.facility,
    select: this.select,
    map: () => this.map,
    replay: () => {
      const { replay } = this.address;
      if (replay === null) return null;
      const { strikes, drawnOf } = this.replayStrikes;
      return { at: replay.at, strikes, drawnOf, wasWatched: this.replayStrikes.wasWatched(replay.at) };
    },
  });
  private readonly poller = this.storm.poller;
  private readonly replayStrikes = new ReplayStrikes(this, this.poller);
  private readonly table = new BoardTable(this, this.storm, {
    address: () => this.address,
    go: (change) => this.go(change),
    select: this.select,
  });
  private readonly history = new StrikeHistory();
  private readonly liveOutages = new LiveOutages(this);
  private readonly alerts = new StatusAlerts();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stop = new AbortController();

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.alertsOn = this.alerts.isOn;
    window.addEventListener("popstate", () => this.readLocation(), { signal });
    // The portal's menu links to the dashboard from the dashboard too.
    window.addEventListener(Navigated.type, () => this.readLocation(), { signal });
    document.addEventListener(
      "fullscreenchange",
      () => document.fullscreenElement === null && this.address.isWall && this.go({ isWall: false }),
      { signal },
    );
    this.table.restore();
    this.loadReplayStrikes();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop.abort();
    this.replayStrikes.reset();
    this.liveOutages.stop();
    this.alerts.stop();
    clearTimeout(this.timer);
  }

  private readLocation(): void {
    if (location.pathname !== BOARD_PATH) return;
    this.address = readBoardAddress(location.search);
    this.isPlaying = false;
    void this.poller.reload();
    this.loadReplayStrikes();
  }

  private go(change: Partial<BoardAddress>): void {
    this.address = { ...this.address, ...change };
    history.replaceState(null, "", writeBoardAddress(this.address));
  }

  private get language(): Language {
    return currentLanguage(this.address.language);
  }

  private get isReplay(): boolean {
    return this.address.replay !== null;
  }

  protected override willUpdate(): void {
    const changes = this.table.takeAlerts(this.storm.statusChanges());
    if (changes.length === 0) return;
    this.announcement = announcementText(changes, this.language);
    this.alerts.alert(changes, STORM_TEXT[this.language].title, this.announcement);
  }

  protected override updated(): void {
    setTitle(documentTitle(BOARD_TEXT[this.language].title));
  }

  /** Of the city's default policy, with what is changed. */
  private get parameters(): Parameters {
    return { ...(this.poller.report?.parameters ?? DEFAULT_PARAMETERS), ...this.address.changed };
  }

  private setThresholds(changed: ChangedThresholds, errors: ThresholdErrors): void {
    this.errors = errors;
    this.go({ changed });
    void this.poller.reload();
    this.loadReplayStrikes();
  }

  /** Plays from the first strike, unless the user has moved the time before the strikes were there. */
  private readonly startReplay = async (): Promise<void> => {
    const replay = replayOfLastHours(this.poller.now(), this.parameters.historyHours);
    this.setReplay(replay);
    await this.replayStrikes.load(replay, this.parameters.historyHours);
    if (this.address.replay !== replay) return;
    this.go({ replay: startAtFirstStrike(replay, this.replayStrikes.strikes.at) });
    this.play(true);
  };

  /** The map updates at once, the statuses with the response. */
  private readonly setReplay = (replay: Replay): void => {
    this.go({ replay });
    this.loadReplayStrikes();
    if (!this.isPlaying) void this.poller.reload();
  };

  private readonly goLive = (): void => {
    this.isPlaying = false;
    clearTimeout(this.timer);
    this.go({ replay: null });
    this.replayStrikes.reset();
    void this.poller.reload();
  };

  private readonly play = (on: boolean): void => {
    clearTimeout(this.timer);
    const { replay } = this.address;
    if (replay === null) return;
    this.isPlaying = on;
    if (on && hasEnded(replay)) this.go({ replay: { ...replay, at: replay.from } });
    if (on) void this.playStep();
  };

  /** The next step starts after the response, and not before the step's time is over. */
  private async playStep(): Promise<void> {
    const { replay } = this.address;
    if (replay === null || !this.isPlaying || !this.isConnected) return;
    const startedAt = performance.now();
    this.go({ replay: nextStep(replay) });
    await this.poller.reload();
    if (this.address.replay !== null && hasEnded(this.address.replay)) this.isPlaying = false;
    if (!this.isPlaying) return;
    const restMs = Math.max(0, STEP_MS - (performance.now() - startedAt));
    this.timer = setTimeout(() => void this.playStep(), restMs);
  }

  private loadReplayStrikes(): void {
    const { replay } = this.address;
    if (replay !== null) void this.replayStrikes.load(replay, this.parameters.historyHours);
  }

  protected override render() {
    const { storm, poller, address, language } = this;
    const rows = storm.rows();
    const summary = storm.summary(rows);
    const banner = html`${this.isReplay ? this.pastBanner(summary) : renderBanner(poller, summary, language, 2)}
      <div class="unseen" role="status" aria-live="assertive">${this.announcement}</div>`;
    return html`<div class="board ${address.isWall ? "wall" : ""} ${this.isWaiting ? "waiting" : ""}" lang=${language} data-status=${summary.status}>
      ${
        address.isWall
          ? html`${this.replayControls()} ${this.wall(rows, banner)}`
          : html`${this.topControls()} ${this.replayControls()} ${this.dashboard(rows, banner)} ${this.thresholds()}
            ${this.strikeHistory(rows)}`
      }
    </div>`;
  }

  private get hasReport(): boolean {
    return this.poller.hasFacilities && this.table.isReady;
  }

  private get isWaiting(): boolean {
    return !this.hasReport && this.poller.failures === 0;
  }

  private dashboard(rows: readonly FacilityRow[], banner: TemplateResult): TemplateResult {
    const { hasReport } = this;
    return html`<div class="storm framed">
      <div class="left">${banner} ${hasReport ? this.table.render(rows) : nothing}</div>
      <div class="right">${hasReport ? this.selectedFacility(rows) : nothing} ${hasReport || this.poller.failures > 0 ? this.storm.map(rows) : nothing}</div>
    </div>`;
  }

  private wall(rows: readonly FacilityRow[], banner: TemplateResult): TemplateResult {
    const { coverage } = this.poller;
    return wallDisplay({
      banner,
      map: this.storm.map(rows),
      rows: this.table.tableRows(rows),
      part: coverage === null ? null : { shown: coverage.listed.size, all: coverage.all },
      hasAllThreatened: coverage === null || coverage.hasAll.clearing,
      context: this.storm.textContext,
      hasReport: this.hasReport,
      isWaiting: this.isWaiting,
      exit: () => void this.exitWall(),
    });
  }

  private pastBanner(summary: CitySummary): TemplateResult {
    const { poller, language } = this;
    const report = poller.isPast ? poller.report : null;
    return replayBanner({
      summary,
      clock: report === null ? null : formatClockMinutes(Date.parse(report.asOf), poller.city?.timezone),
      strikes:
        report === null ? null : { count: report.cityStatus.strikesInWindow, minutes: report.cityStatus.windowMinutes },
      language,
      level: 2,
      problem: poller.failures > 0 ? requestProblem(poller.error, language) : null,
    });
  }

  private topControls(): TemplateResult {
    return topBar({
      language: this.language,
      isReplay: this.isReplay,
      alertsOn: this.alertsOn,
      reportUrl: this.reportUrl(this.address.facility, null, null),
      startReplay: () => void this.startReplay(),
      toggleAlerts: this.toggleAlerts,
      showWall: this.showWall,
      exportCsv: () => this.table.exportCsv(this.storm.rows()),
      exportHelp: this.table.loadedNote,
      setLanguage: (language) => this.go({ language }),
    });
  }

  private thresholds(): TemplateResult {
    const { changed } = this.address;
    return thresholdForm({
      parameters: this.parameters,
      changed,
      hasPolicies: (this.poller.report?.policies.length ?? 0) > 1,
      errors: this.errors,
      language: this.language,
      change: (threshold, value) =>
        this.setThresholds({ ...changed, [threshold]: value }, { ...this.errors, [threshold]: undefined }),
      reject: (threshold, error) => {
        this.errors = { ...this.errors, [threshold]: error };
      },
      reset: () => this.setThresholds({}, {}),
    });
  }

  /** With the current thresholds. */
  private reportUrl(facility: number | null, from: number | null, to: number | null): string {
    const { changed, language } = this.address;
    return writeReportAddress({ facility, from, to, changed, language });
  }

  private replayControls(): TemplateResult | typeof nothing {
    const { replay } = this.address;
    if (replay === null) return nothing;
    return replayBar({
      replay,
      isPlaying: this.isPlaying,
      strikes: this.replayStrikes.strikes,
      outages: this.replayStrikes.outages ?? [],
      live: this.storm.liveSummary(),
      timeZone: this.poller.city?.timezone ?? "UTC",
      language: this.language,
      change: this.setReplay,
      play: this.play,
      goLive: this.goLive,
    });
  }

  private selectedRow(rows: readonly FacilityRow[]): FacilityRow | undefined {
    return rows.find(({ facility }) => facility.facilityId === this.address.facility);
  }

  private selectedFacility(rows: readonly FacilityRow[]): TemplateResult | typeof nothing {
    const row = this.selectedRow(rows);
    const text = STORM_TEXT[this.language];
    const back = html`<button type="button" class="second" @click=${() => this.select(null)}>${text.backToAll}</button>`;
    if (this.address.facility === null) return nothing;
    if (row === undefined)
      return this.poller.covers(this.address.facility)
        ? html`<section class="detail" data-status="Unknown"><p>${text.noFacility}</p>${back}</section>`
        : loadingBand(this.language);
    const actions = html`<p class="actions">
      ${back}
      <a href="/f/${row.facility.facilityId}">${BOARD_TEXT[this.language].publicPage}</a>
    </p>`;
    return facilityDetail(row, this.storm.textContext, this.storm.feedHealthy, actions);
  }

  private strikeHistory(rows: readonly FacilityRow[]): TemplateResult | typeof nothing {
    const row = this.selectedRow(rows);
    const { scene } = this.storm;
    if (row === undefined || scene === null || this.address.isWall) return nothing;
    return this.history.render({
      facility: row.facility,
      scene,
      outages: (from, to) => (this.isReplay ? (this.replayStrikes.outages ?? []) : this.liveOutages.between(from, to)),
      ...this.storm.textContext.rule(row.facility),
      timeZone: this.poller.city?.timezone ?? "UTC",
      language: this.language,
      reportUrl: (from, to) => this.reportUrl(row.facility.facilityId, from, to),
    });
  }

  private readonly toggleAlerts = (): void => {
    this.alertsOn = !this.alertsOn;
    void this.alerts.setOn(this.alertsOn);
  };

  private readonly showWall = (): void => {
    this.go({ isWall: true });
    // The browser may reject full screen; the layout is the same without it.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
  };

  private async exitWall(): Promise<void> {
    this.go({ isWall: false });
    if (document.fullscreenElement !== null) await document.exitFullscreen();
  }
}
