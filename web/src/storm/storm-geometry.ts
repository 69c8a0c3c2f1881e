// What the map shows and how far it can be moved. Keeps what is slow to compute.
import type { Parameters } from "../data/lightning.ts";
import type { CityProjection } from "../map/city-projection.ts";
import { dangerArea } from "../map/danger-area.ts";
import type { Loop } from "../map/disc-union.ts";
import { GroundScale } from "../map/ground-scale.ts";
import { homeBox, nextHome, panBox } from "../map/home-box.ts";
import type { RecentStrikes } from "../map/recent-strikes.ts";
import { countUpTo, type StrikeColumns } from "../map/strikes.ts";
import { type Box, FEET_PER_MILE, type Feet } from "../map/view.ts";
import type { CityMap } from "./build-scene.ts";

const MINUTE_MS = 60_000;
/** The part of the radius that is shown around the outermost facilities. */
const RADIUS_MARGIN = 0.35;

export class StormGeometry {
  /** The facilities and the storm around them; null before the first report. */
  home: Box | null = null;
  /** The limits of the map's center. */
  limits: Box | null = null;
  private city: CityMap | null = null;
  private area: { key: string; strikes: StrikeColumns; loops: Loop[] } | null = null;

  cityMap(projection: CityProjection | null): CityMap | null {
    if (projection !== null && this.city?.projection !== projection)
      this.city = { projection, scale: new GroundScale(projection) };
    return this.city;
  }

  /** The same array while the same strikes count. */
  dangerArea(strikes: StrikeColumns, { radiusMiles, dangerMinutes }: Parameters, asOf: number): readonly Loop[] {
    if (this.city === null) return [];
    const dangerMs = dangerMinutes * MINUTE_MS;
    const counted = [countUpTo(strikes, asOf - dangerMs - 1), countUpTo(strikes, asOf)];
    const key = [radiusMiles, ...counted].join(" ");
    if (this.area?.key !== key || this.area.strikes !== strikes)
      this.area = { key, strikes, loops: dangerArea(strikes, this.city.scale, { radiusMiles, dangerMs }, asOf) };
    return this.area.loops;
  }

  /** Call it for every new scene. */
  follow(facilities: readonly Feet[], recent: RecentStrikes, parameters: Parameters): void {
    this.home = nextHome(this.home, homeBox(facilities, recent, margin(parameters)));
    if (this.city !== null) this.limits = panBox(facilities, this.city.projection.box);
  }

  /** Shows the first facilities, and keeps showing them as the home. The map can be moved everywhere. */
  keep(facilities: readonly Feet[], recent: RecentStrikes, parameters: Parameters): void {
    this.home ??= homeBox(facilities, recent, margin(parameters));
    this.limits = this.city?.projection.box ?? null;
  }
}

/** Around the facilities, in feet. */
function margin({ radiusMiles }: Parameters): number {
  return radiusMiles * FEET_PER_MILE * RADIUS_MARGIN;
}
