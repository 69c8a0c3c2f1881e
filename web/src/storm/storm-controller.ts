// Shared by the public view and the dashboard: polling, facilities and the map.
import { html, type LitElement, type TemplateResult } from "lit";
import { DEFAULT_PARAMETERS, type FacilityThreat, type Parameters, ruleOf } from "../data/lightning.ts";
import { readTiles } from "../data/tile.ts";
import type { Scene } from "../map/scene.ts";
import type { FacilityPicked, MapMoved, StormMap } from "../map/storm-map.ts";
import type { StrikeColumns } from "../map/strikes.ts";
import { type ClockReading, readClock } from "../status/clock.ts";
import { isExpired, type ShownTime, type Snapshot } from "../status/freshness.ts";
import type { Language } from "../status-text/language.ts";
import { buildScene } from "./build-scene.ts";
import { ChangeDetector } from "./change-detector.ts";
import type { StatusChange } from "./changes.ts";
import type { TextContext } from "./facility-text.ts";
import { GroundLoader } from "./ground-loader.ts";
import { LiveStatus } from "./live-status.ts";
import { Memo } from "./memo.ts";
import { summarizePart } from "./parts/part-summary.ts";
import { viewBounds } from "./parts/view-bounds.ts";
import { StormGeometry } from "./storm-geometry.ts";
import { type PollParams, StormPoller } from "./storm-poller.ts";
import { assessFacilities, type CitySummary, type FacilityRow, summarize, summarizeCounts } from "./summary.ts";

/** How often a live map is redrawn without a new report, so that strikes fade. */
const FADE_INTERVAL_MS = 15_000;

/** A time in the past, with the strikes up to it. */
export interface ReplayView {
  at: number;
  strikes: StrikeColumns;
  /** How many strikes were loaded if there are more. */
  drawnOf: number | null;
  /** Whether the feed is known to have worked at that time. */
  wasWatched: boolean;
}

export interface StormOptions {
  params: () => PollParams;
  language: () => Language;
  /** The id of a facility. */
  selected: () => number | null;
  select: (id: number) => void;
  map: () => StormMap | null;
  /** Null is live. */
  replay: () => ReplayView | null;
}

export class StormController {
  readonly poller: StormPoller;
  private readonly live: LiveStatus;
  private readonly geometry = new StormGeometry();
  private readonly layers: GroundLoader;
  private isFirstReport = true;
  /** The map redraws for each new object, so the scene is reused while nothing in it changes. */
  private drawn: { key: string; rows: readonly FacilityRow[]; scene: Scene } | null = null;
  private readonly changes = new ChangeDetector();
  private readonly shownRows = new Memo<FacilityRow[]>();
  private readonly shownSummary = new Memo<CitySummary>();
  private readonly liveRowsOfReplay = new Memo<FacilityRow[]>();

  constructor(
    private readonly host: LitElement,
    private readonly options: StormOptions,
  ) {
    this.poller = new StormPoller(host, options.params, () => this.showFirstReport());
    this.live = new LiveStatus(host, options.params);
    this.layers = new GroundLoader(host);
  }

  get scene(): Scene | null {
    return this.drawn?.scene ?? null;
  }

  /** The same array until there is another report, or this one expires. */
  rows(): FacilityRow[] {
    const { snapshot, shownTime } = this;
    const [facilities, now] = [this.poller.report?.facilities, readClock()];
    return this.shownRows.get([snapshot, facilities, shownTime, isOutdated(snapshot, now)], () =>
      assessFacilities(snapshot, facilities ?? [], now, shownTime),
    );
  }

  /** Null while the last report is about the past and the next one about now, or the other way around. */
  private get snapshot(): Snapshot | null {
    return this.poller.isPast === this.isReplay ? this.poller.snapshot : null;
  }

  private get shownTime(): ShownTime {
    const replay = this.options.replay();
    return replay === null ? "now" : replay.wasWatched ? "past" : "past-unwatched";
  }

  summary(rows: readonly FacilityRow[]): CitySummary {
    const { snapshot, shownTime } = this;
    const { report, hasFacilities, coverage } = this.poller;
    const now = readClock();
    const city = report?.cityStatus ?? null;
    return this.shownSummary.get([rows, snapshot, shownTime, city, hasFacilities, isOutdated(snapshot, now)], () => {
      const loaded = summarize(rows, snapshot, now, shownTime);
      if (city === null || (coverage === null && (hasFacilities || this.isReplay))) return loaded;
      const counted = summarizeCounts(city, snapshot, now, shownTime);
      return coverage === null ? counted : summarizePart(loaded, counted, coverage);
    });
  }

  /** Of now, also during a replay. */
  liveSummary(): CitySummary {
    if (!this.isReplay) return this.summary(this.rows());
    const { cityStatus, snapshot, coverage } = this.live;
    const now = readClock();
    const loaded = summarize(this.liveRows(), snapshot, now);
    if (cityStatus === null || coverage === null) return loaded;
    return summarizePart(loaded, summarizeCounts(cityStatus, snapshot, now), coverage);
  }

  private liveRows(): FacilityRow[] {
    if (!this.isReplay) return this.rows();
    const { snapshot, report } = this.live;
    const now = readClock();
    return this.liveRowsOfReplay.get([snapshot, report, isOutdated(snapshot, now)], () =>
      assessFacilities(snapshot, report?.facilities ?? [], now),
    );
  }

  /** The live changes since the last call, also during a replay. */
  statusChanges(): StatusChange[] {
    const rows = this.liveRows();
    // Between live and replay there is a moment without a report, which changes nothing.
    const hasReport = this.isReplay ? this.live.snapshot !== null : this.snapshot !== null;
    const { coverage } = this.isReplay ? this.live : this.poller;
    return hasReport ? this.changes.detect(rows, coverage?.hasAll.clearing ?? false) : [];
  }

  get textContext(): TextContext {
    const { poller } = this;
    return {
      language: this.options.language(),
      timeZone: poller.city?.timezone,
      now: this.isReplay ? Date.parse(poller.report?.asOf ?? "") : poller.now(),
      isReplay: this.isReplay,
      rule: this.rule,
    };
  }

  private readonly rule = (facility: FacilityThreat): Parameters => {
    const { report } = this.poller;
    return report === null ? DEFAULT_PARAMETERS : ruleOf(report, facility);
  };

  get feedHealthy(): boolean | null {
    return this.isReplay ? true : (this.poller.snapshot?.feed.healthy ?? null);
  }

  /** Moves the map to the selected facility, or to all of them. */
  showSelected(): void {
    const map = this.options.map();
    const selected = this.options.selected();
    if (selected === null) {
      map?.showAll();
      return;
    }
    const marker = this.scene?.markers.find(({ id }) => id === selected);
    if (marker !== undefined) map?.centerOn(marker.at, marker.radiusFeet);
  }

  map(rows: readonly FacilityRow[]): TemplateResult {
    const { poller, geometry } = this;
    // First, because the geometry follows it.
    const scene = poller.hasStrikes ? this.buildScene(rows) : null;
    return html`<storm-map
      id="map"
      .scene=${scene}
      .home=${geometry.home}
      .maxBox=${geometry.limits ?? poller.projection?.box ?? null}
      .source=${readTiles}
      .ground=${this.layers.ground(poller.projection)}
      .language=${this.options.language()}
      .timeZone=${poller.city?.timezone}
      .crowd=${poller.coverage?.crowd ?? null}
      .isLoading=${!poller.coversMap}
      @storm-map-moved=${(event: MapMoved) => this.mapMoved(event)}
      @storm-facility-picked=${(event: FacilityPicked) => this.options.select(event.facilityId)}
    ></storm-map>`;
  }

  /** The map of a large city shows what was requested for its part of the city. */
  private mapMoved({ box }: MapMoved): void {
    const { projection, bounds } = this.poller;
    if (projection === null) return;
    // Also of a small city, which may grow while the map is not moved.
    this.poller.bounds = viewBounds(projection, box);
    if (this.poller.coverage !== null && this.poller.bounds !== bounds) this.host.requestUpdate();
  }

  private get isReplay(): boolean {
    return this.options.replay() !== null;
  }

  private showFirstReport(): void {
    if (!this.isFirstReport) return;
    this.isFirstReport = false;
    void this.layers.load();
    // The URL may select a facility; the map knows its size only in the next frame.
    if (this.options.selected() !== null)
      void this.host.updateComplete.then(() => requestAnimationFrame(() => this.showSelected()));
  }

  private buildScene(rows: readonly FacilityRow[]): Scene {
    const { report, projection } = this.poller;
    const replay = this.options.replay();
    const asOf = replay?.at ?? this.poller.now();
    const { strikes, drawnOf } = replay ?? this.poller;
    const [selected, language] = [this.options.selected(), this.options.language()];
    const key = [
      report?.asOf,
      this.isReplay ? asOf : Math.floor(asOf / FADE_INTERVAL_MS),
      strikes.count,
      drawnOf,
      selected,
      language,
    ].join(" ");
    if (this.drawn?.key !== key || this.drawn.rows !== rows) {
      const parameters = report?.parameters ?? DEFAULT_PARAMETERS;
      const city = this.geometry.cityMap(projection);
      const dangerArea = this.geometry.dangerArea(strikes, parameters, asOf);
      const input = { rows, strikes, drawnOf, dangerArea, parameters, rule: this.rule, asOf, selected, language };
      const scene = buildScene(city, input);
      const facilities = scene.markers.map(({ at }) => at);
      // The facilities of a part depend on the map, so the map must not follow them.
      if (this.poller.coverage === null) this.geometry.follow(facilities, scene.recent, parameters);
      else this.geometry.keep(facilities, scene.recent, parameters);
      this.drawn = { key, rows, scene };
    }
    return this.drawn.scene;
  }
}

/** Whether the status of every facility is Unknown because of its age, which the time alone changes. */
function isOutdated(snapshot: Snapshot | null, now: ClockReading): boolean {
  return snapshot !== null && isExpired(snapshot, now);
}
