// Distances for sorting facilities by how near they are. Pure. Statuses are computed by the service, on the ellipsoid.
import type { LatLng } from "../data/lightning.ts";

const EARTH_RADIUS_MILES = 3958.8;

/** Along a sphere: within 0.5 percent. */
export function milesBetween(one: LatLng, other: LatLng): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [lat, otherLat] = [radians(one.lat), radians(other.lat)];
  const half = (difference: number): number => Math.sin(difference / 2) ** 2;
  const chord = half(otherLat - lat) + Math.cos(lat) * Math.cos(otherLat) * half(radians(other.lng - one.lng));
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The nearest first; those without a distance keep their order at the end. */
export function sortByDistance<T>(items: readonly T[], milesTo: (item: T) => number | null): T[] {
  return items
    .map((item) => ({ item, miles: milesTo(item) ?? Number.POSITIVE_INFINITY }))
    .sort((one, other) => one.miles - other.miles || 0)
    .map(({ item }) => item);
}
