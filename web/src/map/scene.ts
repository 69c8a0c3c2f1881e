// The content that is drawn over the photos.
import type { DisplayStatus } from "../status/status.ts";
import type { ClosestStrike } from "./closest-strikes.ts";
import type { Loop } from "./disc-union.ts";
import type { RecentStrikes } from "./recent-strikes.ts";
import type { TrailPoint } from "./storm-trail.ts";
import type { StrikeColumns } from "./strikes.ts";
import type { Feet } from "./view.ts";

export interface Marker {
  id: number;
  name: string;
  at: Feet;
  status: DisplayStatus;
  /** The danger radius of its policy, on the map. */
  radiusFeet: number;
}

export interface Scene {
  /** Highest threat first, in the service's order: these get their labels first and are drawn on top. */
  markers: readonly Marker[];
  strikes: StrikeColumns;
  /** The age of a strike counts up to this time. Later strikes are not drawn. */
  asOf: number;
  dangerMs: number;
  historyMs: number;
  /** Everything within the radius of a strike of the danger window, by the city's default policy. */
  dangerArea: readonly Loop[];
  /** Of the danger window; outside the visible part of the map, arrows point to them. */
  recent: RecentStrikes;
  closest: readonly ClosestStrike[];
  trail: readonly TrailPoint[];
  /** How many strikes are drawn if there are more; null if all are. */
  drawnOf: number | null;
  /** The id of a facility. */
  selected: number | null;
  /** “8-mile radius” of the selected facility */
  radiusText: string;
}
