// The chart of strikes around one facility, below the map.
import { html, nothing, type TemplateResult } from "lit";
import type { FacilityThreat } from "../data/lightning.ts";
import type { Scene } from "../map/scene.ts";
import type { Language } from "../status-text/language.ts";
import type { Outage } from "./outages.ts";
import { type StrikeDistance, strikeDistances } from "./strike-distance.ts";
import { BOARD_TEXT } from "./text.ts";

const HOUR_MS = 3_600_000;

export interface StrikeHistoryInput {
  facility: FacilityThreat;
  scene: Scene;
  outages: (from: number, to: number) => readonly Outage[];
  radiusMiles: number;
  historyHours: number;
  timeZone: string;
  language: Language;
  reportUrl: (from: number, to: number) => string;
}

export class StrikeHistory {
  /** Cached, because distances are slow to compute and the page renders every second. */
  private cached: { key: string; distances: StrikeDistance[] } | null = null;

  render(input: StrikeHistoryInput): TemplateResult | typeof nothing {
    const { facility, scene, outages, radiusMiles, historyHours, timeZone, language, reportUrl } = input;
    const position = facility.latLongPoint;
    if (position === null) return nothing;
    const text = BOARD_TEXT[language];
    const [from, to] = [scene.asOf - historyHours * HOUR_MS, scene.asOf];
    const { strikes } = scene;
    const key = `${facility.facilityId} ${strikes.count} ${strikes.at.at(-1) ?? 0} ${to}`;
    if (this.cached?.key !== key) {
      const isShown = (at: number): boolean => at >= from && at <= to;
      const shown = strikes.rows.filter((_, index) => isShown(strikes.at[index] ?? NaN));
      this.cached = { key, distances: strikeDistances(shown, position) };
    }
    return html`<section class="history">
      <h2>${text.ofFacility(facility.name)}</h2>
      <storm-chart
        .language=${language}
        .strikes=${this.cached.distances}
        .outages=${outages(from, to)}
        .radiusMiles=${radiusMiles}
        .from=${from}
        .to=${to}
        .timeZone=${timeZone}
      ></storm-chart>
      <p><a href=${reportUrl(from, to)}>${text.createReport}</a></p>
    </section>`;
  }
}
