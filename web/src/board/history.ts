// The strikes around one facility by time and distance, below the map.
import { html, nothing, type TemplateResult } from "lit";
import type { FacilityThreat } from "../data/lightning.ts";
import type { Scene } from "../map/scene.ts";
import type { Language } from "../words/language.ts";
import { type Near, near } from "./near.ts";
import { BOARD_WORDS } from "./words.ts";

export interface Shown {
  facility: FacilityThreat;
  scene: Scene;
  radiusMiles: number;
  historyHours: number;
  timeZone: string;
  language: Language;
  /** The address of the report on a time. */
  reportOn: (from: number, to: number) => string;
}

export class History {
  /** Distances cost, and a page is drawn every second. */
  private measured: { key: string; near: Near[] } | null = null;

  part({
    facility,
    scene,
    radiusMiles,
    historyHours,
    timeZone,
    language,
    reportOn,
  }: Shown): TemplateResult | typeof nothing {
    const place = facility.latLongPoint;
    if (place === null) return nothing;
    const words = BOARD_WORDS[language];
    const [from, to] = [scene.asOf - historyHours * 3_600_000, scene.asOf];
    const { strikes } = scene;
    const key = `${facility.facilityId} ${strikes.count} ${strikes.at.at(-1) ?? 0} ${to}`;
    if (this.measured?.key !== key) {
      const shown = strikes.rows.filter(
        (_, index) => (strikes.at[index] as number) >= from && (strikes.at[index] as number) <= to,
      );
      this.measured = { key, near: near(shown, place) };
    }
    return html`<section class="history">
      <h2>${words.ofFacility(facility.name)}</h2>
      <storm-chart .language=${language} .near=${this.measured.near} .radiusMiles=${radiusMiles} .from=${from} .to=${to} .timeZone=${timeZone}></storm-chart>
      <p><a href=${reportOn(from, to)}>${words.reportOnThis}</a></p>
    </section>`;
  }
}
