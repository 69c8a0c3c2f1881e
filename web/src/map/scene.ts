// What is drawn over the photos, as plain data.
import type { DisplayStatus } from "../status/status.ts";
import type { StrikeColumns } from "./strikes.ts";
import type { Feet } from "./view.ts";

export interface Marker {
  id: number;
  name: string;
  at: Feet;
  status: DisplayStatus;
}

export interface Scene {
  /** Most threatened first, as the service sorts them: they get their labels first and are drawn on top. */
  markers: readonly Marker[];
  strikes: StrikeColumns;
  /** Strikes age relative to it; later ones are not drawn. */
  asOf: number;
  dangerMs: number;
  historyMs: number;
  radiusFeet: number;
  /** The id of a facility. */
  selected: number | null;
  /** “8-mile radius” */
  radiusText: string;
}
