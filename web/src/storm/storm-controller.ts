// Shared by the public view and the dashboard: polling, facilities and the map.
import { html, type LitElement, type TemplateResult } from "lit";
import { DEFAULT_PARAMETERS, type FacilityThreat, type Parameters, ruleOf } from "../data/lightning.ts";
import { readTiles } from "../data/tile.ts";
import type { Scene } from "../map/scene.ts";
import type { FacilityPicked, StormMap } from "../map/storm-map.ts";
import type { StrikeColumns } from "../map/strikes.ts";
import type { Box } from "../map/view.ts";
import { readClock } from "../status/clock.ts";
import type { Language } from "../status-text/language.ts";
import { buildScene, facilitiesBox } from "./build-scene.ts";
import { ChangeDetector } from "./change-detector.ts";
import type { StatusChange } from "./changes.ts";
import type { TextContext } from "./facility-text.ts";
import { type PollParams, StormPoller } from "./storm-poller.ts";
import { assessFacilities, type CitySummary, type FacilityRow, summarize } from "./summary.ts";

/** How often a live map is redrawn without a new report, so that strikes fade. */
const FADE_INTERVAL_MS = 15_000;

/** A time in the past, with the strikes up to it. */
export interface ReplayView {
  at: number;
  strikes: StrikeColumns;
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
  /** The box around all facilities; null before the first report. */
  private home: Box | null = null;
  /** The map redraws for each new object, so the scene is reused while nothing in it changes. */
  private drawn: { key: string; scene: Scene } | null = null;
  private readonly changes = new ChangeDetector();

  constructor(
    private readonly host: LitElement,
    private readonly options: StormOptions,
  ) {
    this.poller = new StormPoller(host, options.params, () => this.showFirstReport());
  }

  get scene(): Scene | null {
    return this.drawn?.scene ?? null;
  }

  rows(): FacilityRow[] {
    const { snapshot, report } = this.poller;
    return assessFacilities(snapshot, report?.facilities ?? [], readClock(), this.isReplay);
  }

  summary(rows: readonly FacilityRow[]): CitySummary {
    return summarize(rows, this.poller.snapshot, readClock(), this.isReplay);
  }

  /** The changes since the last call. A replay has none, and its end is not a change. */
  statusChanges(): StatusChange[] {
    if (!this.isReplay) return this.changes.detect(this.rows());
    this.changes.reset();
    return [];
  }

  get textContext(): TextContext {
    const { poller } = this;
    return {
      language: this.options.language(),
      timeZone: poller.city?.timezone,
      now: this.isReplay ? Date.parse(poller.report?.asOf ?? "") : poller.now(),
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
    const { poller } = this;
    return html`<storm-map
      id="map"
      .scene=${poller.report === null ? null : this.buildScene(rows)}
      .home=${this.home}
      .maxBox=${poller.projection?.box ?? null}
      .source=${readTiles}
      .language=${this.options.language()}
      .timeZone=${poller.city?.timezone}
      @storm-facility-picked=${(event: FacilityPicked) => this.options.select(event.facilityId)}
    ></storm-map>`;
  }

  private get isReplay(): boolean {
    return this.options.replay() !== null;
  }

  private showFirstReport(): void {
    if (this.home !== null) return;
    const { projection, report } = this.poller;
    const { radiusMiles } = report?.parameters ?? DEFAULT_PARAMETERS;
    this.home = facilitiesBox(projection, report?.facilities ?? [], radiusMiles);
    // The URL may select a facility; the map knows its size only in the next frame.
    if (this.options.selected() !== null)
      void this.host.updateComplete.then(() => requestAnimationFrame(() => this.showSelected()));
  }

  private buildScene(rows: readonly FacilityRow[]): Scene {
    const { report, projection } = this.poller;
    const { at: asOf, strikes } = this.options.replay() ?? { at: this.poller.now(), strikes: this.poller.strikes };
    const [selected, language] = [this.options.selected(), this.options.language()];
    const key = [
      report?.asOf,
      this.isReplay ? asOf : Math.floor(asOf / FADE_INTERVAL_MS),
      strikes.count,
      selected,
      language,
      ...rows.map(({ status }) => status),
    ].join(" ");
    if (this.drawn?.key !== key) {
      const parameters = report?.parameters ?? DEFAULT_PARAMETERS;
      const input = { rows, strikes, parameters, rule: this.rule, asOf, selected, language };
      this.drawn = { key, scene: buildScene(projection, input) };
    }
    return this.drawn.scene;
  }
}
