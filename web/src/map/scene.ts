// The content that is drawn over the photos.
import type { DisplayStatus } from "../status/status.ts";
import type { StrikeColumns } from "./strikes.ts";
import type { Feet } from "./view.ts";

export interface Marker {
  id: number;
  name: string;
  at: Feet;
  status: DisplayStatus;
  /** The danger radius of its policy. */
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
  /** The id of a facility. */
  selected: number | null;
  /** “8-mile radius” of the selected facility */
  radiusText: string;
}
