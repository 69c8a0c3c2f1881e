// The distance from a facility to each strike, by Karney's geodesics like the service. Pure.
import geodesic from "geographiclib-geodesic";
import type { LatLng } from "../map/city-projection.ts";
import type { Strike } from "../map/strikes.ts";

const METERS_PER_MILE = 1609.344;

export interface StrikeDistance {
  strike: Strike;
  at: number;
  miles: number;
}

/** Oldest first. */
export function strikeDistances(strikes: readonly Strike[], from: LatLng): StrikeDistance[] {
  const { WGS84, DISTANCE } = geodesic.Geodesic;
  return strikes
    .map((strike) => {
      const { s12 = NaN } = WGS84.Inverse(from.lat, from.lng, strike.latitude, strike.longitude, DISTANCE);
      return { strike, at: Date.parse(strike.timestamp), miles: s12 / METERS_PER_MILE };
    })
    .sort((one, other) => one.at - other.at || one.strike.id - other.strike.id);
}

export function withinRadius(strikes: readonly StrikeDistance[], radiusMiles: number): StrikeDistance[] {
  return strikes.filter(({ miles }) => miles <= radiusMiles);
}

/** Of equal distances the newest, like the service. */
export function closestStrike(strikes: readonly StrikeDistance[]): StrikeDistance | null {
  return strikes.reduce<StrikeDistance | null>(
    (best, one) => (best === null || one.miles <= best.miles ? one : best),
    null,
  );
}
