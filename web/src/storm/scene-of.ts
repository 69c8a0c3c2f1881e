// What the map shows of an answer. Pure.

import type { FacilityThreat, Parameters } from "../data/lightning.ts";
import type { Marker, Scene } from "../map/scene.ts";
import type { Sheet } from "../map/sheet.ts";
import { NO_STRIKES, type StrikeColumns } from "../map/strikes.ts";
import { around, type Box, FEET_PER_MILE, grown } from "../map/view.ts";
import { plainNumber } from "../words/figures.ts";
import type { Language } from "../words/language.ts";
import { WORDS } from "../words/words.ts";
import type { Row } from "./summary.ts";

export interface Drawn {
  rows: readonly Row[];
  strikes: StrikeColumns;
  parameters: Parameters;
  asOf: number;
  chosen: number | null;
  language: Language;
}

export function sceneOf(sheet: Sheet | null, { rows, strikes, parameters, asOf, chosen, language }: Drawn): Scene {
  return {
    markers: rows.flatMap((row) => marker(sheet, row)),
    strikes: sheet === null ? NO_STRIKES : strikes,
    asOf,
    dangerMs: parameters.dangerMinutes * 60_000,
    historyMs: Math.max(parameters.historyHours * 3_600_000, parameters.dangerMinutes * 60_000),
    radiusFeet: parameters.radiusMiles * FEET_PER_MILE,
    chosen,
    radiusWords: WORDS[language].withinRadius(plainNumber(parameters.radiusMiles)),
  };
}

function marker(sheet: Sheet | null, { facility, standing }: Row): Marker[] {
  const at = facility.latLongPoint === null ? null : (sheet?.toFeet(facility.latLongPoint) ?? null);
  return at === null ? [] : [{ id: facility.facilityId, name: facility.name, at, standing }];
}

/** All facilities with the room that their radius needs. */
export function homeOf(sheet: Sheet | null, facilities: readonly FacilityThreat[], radiusMiles: number): Box | null {
  const points = facilities.flatMap(({ latLongPoint }) =>
    latLongPoint === null ? [] : [sheet?.toFeet(latLongPoint) ?? []].flat(),
  );
  const box = around(points);
  return box === null ? null : grown(box, radiusMiles * FEET_PER_MILE * 0.35);
}
