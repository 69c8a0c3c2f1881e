// Builds the map's scene from a report. Pure.
import type { FacilityThreat, Parameters } from "../data/lightning.ts";
import type { CityProjection } from "../map/city-projection.ts";
import { closestStrikes } from "../map/closest-strikes.ts";
import type { Loop } from "../map/disc-union.ts";
import type { GroundScale } from "../map/ground-scale.ts";
import { nearbyBox } from "../map/home-box.ts";
import { recentStrikes } from "../map/recent-strikes.ts";
import type { Marker, Scene } from "../map/scene.ts";
import { stormTrail } from "../map/storm-trail.ts";
import { NO_STRIKES, type StrikeColumns } from "../map/strikes.ts";
import { boundingBox } from "../map/view.ts";
import { formatNumber } from "../status-text/format.ts";
import type { Language } from "../status-text/language.ts";
import { STATUS_TEXT } from "../status-text/text.ts";
import type { FacilityRow } from "./summary.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Strikes that are pointed out wherever they are. */
const RECENT_MS = 30 * MINUTE_MS;

export interface SceneInput {
  rows: readonly FacilityRow[];
  strikes: StrikeColumns;
  /** How many strikes are drawn if there are more. */
  drawnOf: number | null;
  /** Of the city's default policy. */
  dangerArea: readonly Loop[];
  /** Of the city's default policy: how strikes fade. */
  parameters: Parameters;
  /** The thresholds of a facility. */
  rule: (facility: FacilityThreat) => Parameters;
  asOf: number;
  /** The id of a facility. */
  selected: number | null;
  language: Language;
}

/** The city's coordinates. */
export interface CityMap {
  projection: CityProjection;
  scale: GroundScale;
}

export function buildScene(city: CityMap | null, input: SceneInput): Scene {
  const { rows, parameters, rule, asOf, selected, language } = input;
  const strikes = city === null ? NO_STRIKES : input.strikes;
  const { dangerMinutes, historyHours } = parameters;
  const selectedRow = rows.find(({ facility }) => facility.facilityId === selected);
  const { radiusMiles } = selectedRow === undefined ? parameters : rule(selectedRow.facility);
  const markers = rows.flatMap((row) => toMarker(city, row, rule(row.facility)));
  const facilities = markers.map(({ at }) => at);
  const selectedMarker = markers.find(({ id }) => id === selected);
  const recent = recentStrikes(
    strikes,
    asOf,
    RECENT_MS,
    selectedMarker === undefined ? facilities : [selectedMarker.at],
  );
  const box = boundingBox(facilities);
  return {
    markers,
    strikes,
    asOf,
    dangerArea: input.dangerArea,
    recent,
    closest: closestStrikes(recent, asOf),
    trail: box === null ? [] : stormTrail(strikes, asOf, nearbyBox(box)),
    drawnOf: input.drawnOf,
    dangerMs: dangerMinutes * MINUTE_MS,
    historyMs: Math.max(historyHours * HOUR_MS, dangerMinutes * MINUTE_MS),
    selected,
    radiusText: STATUS_TEXT[language].withinRadius(formatNumber(radiusMiles)),
  };
}

function toMarker(city: CityMap | null, { facility, status }: FacilityRow, { radiusMiles }: Parameters): Marker[] {
  const { facilityId, name, latLongPoint } = facility;
  const at = latLongPoint === null ? null : (city?.projection.toFeet(latLongPoint) ?? null);
  if (city === null || latLongPoint === null || at === null) return [];
  return [{ id: facilityId, name, at, status, radiusFeet: city.scale.disc(latLongPoint, at, radiusMiles).radius }];
}
