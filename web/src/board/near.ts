// The distance of each strike to a facility, by Karney's geodesics as the service measures them. Pure.
import geodesic from "geographiclib-geodesic";
import type { Degrees } from "../map/sheet.ts";
import type { Strike } from "../map/strikes.ts";

const METRES_PER_MILE = 1609.344;

export interface Near {
  strike: Strike;
  at: number;
  miles: number;
}

/** Oldest first. */
export function near(strikes: readonly Strike[], place: Degrees): Near[] {
  const earth = geodesic.Geodesic.WGS84;
  return strikes
    .map((strike) => {
      const { s12 = NaN } = earth.Inverse(
        place.lat,
        place.lng,
        strike.latitude,
        strike.longitude,
        geodesic.Geodesic.DISTANCE,
      );
      return { strike, at: Date.parse(strike.timestamp), miles: s12 / METRES_PER_MILE };
    })
    .sort((one, other) => one.at - other.at || one.strike.id - other.strike.id);
}

export function within(all: readonly Near[], radiusMiles: number): Near[] {
  return all.filter(({ miles }) => miles <= radiusMiles);
}

/** On equal distance the newest, as the service has it. */
export function closestOf(all: readonly Near[]): Near | null {
  return all.reduce<Near | null>((best, one) => (best === null || one.miles <= best.miles ? one : best), null);
}
