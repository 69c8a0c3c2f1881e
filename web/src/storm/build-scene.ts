// Builds the map's scene from a report. Pure.
import type { FacilityThreat, Parameters } from "../data/lightning.ts";
import type { CityProjection } from "../map/city-projection.ts";
import type { Marker, Scene } from "../map/scene.ts";
import { NO_STRIKES, type StrikeColumns } from "../map/strikes.ts";
import { type Box, boundingBox, FEET_PER_MILE, growBox } from "../map/view.ts";
import { formatNumber } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import type { FacilityRow } from "./summary.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The part of the radius that is shown around the outermost facilities. */
const RADIUS_MARGIN = 0.35;

export interface SceneInput {
  rows: readonly FacilityRow[];
  strikes: StrikeColumns;
  /** Of the city's default policy: how strikes fade. */
  parameters: Parameters;
  /** The thresholds of a facility. */
  rule: (facility: FacilityThreat) => Parameters;
  asOf: number;
  /** The id of a facility. */
  selected: number | null;
  language: Language;
}

export function buildScene(projection: CityProjection | null, input: SceneInput): Scene {
  const { rows, strikes, parameters, rule, asOf, selected, language } = input;
  const { dangerMinutes, historyHours } = parameters;
  const selectedRow = rows.find(({ facility }) => facility.facilityId === selected);
  const { radiusMiles } = selectedRow === undefined ? parameters : rule(selectedRow.facility);
  return {
    markers: rows.flatMap((row) => toMarker(projection, row, rule(row.facility))),
    strikes: projection === null ? NO_STRIKES : strikes,
    asOf,
    dangerMs: dangerMinutes * MINUTE_MS,
    historyMs: Math.max(historyHours * HOUR_MS, dangerMinutes * MINUTE_MS),
    selected,
    radiusText: STATUS_TEXT[language].withinRadius(formatNumber(radiusMiles)),
  };
}

function toMarker(
  projection: CityProjection | null,
  { facility, status }: FacilityRow,
  { radiusMiles }: Parameters,
): Marker[] {
  const { facilityId, name, latLongPoint } = facility;
  const at = latLongPoint === null ? null : (projection?.toFeet(latLongPoint) ?? null);
  return at === null ? [] : [{ id: facilityId, name, at, status, radiusFeet: radiusMiles * FEET_PER_MILE }];
}

/** Null without any facility on the map. */
export function facilitiesBox(
  projection: CityProjection | null,
  facilities: readonly FacilityThreat[],
  radiusMiles: number,
): Box | null {
  const points = facilities.flatMap(({ latLongPoint }) => {
    const at = latLongPoint === null ? null : (projection?.toFeet(latLongPoint) ?? null);
    return at === null ? [] : [at];
  });
  const box = boundingBox(points);
  return box === null ? null : growBox(box, radiusMiles * FEET_PER_MILE * RADIUS_MARGIN);
}
