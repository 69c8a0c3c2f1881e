// The facilities near the visitor. The position stays on the device unless the visitor asks for the status at it.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { type FacilityThreat, type LatLng, readPointProximity } from "../data/lightning.ts";
import { type ClockReading, readClock } from "../status/clock.ts";
import { assessStatus, type Snapshot } from "../status/freshness.ts";
import { milesBetween } from "./near-distance.ts";
import type { FacilityRow } from "./summary.ts";

const TIMEOUT_MS = 15_000;

export type NearMeProblem = "denied" | "unavailable" | "failed" | null;

/** The status at the visitor's position, when it was asked for. */
interface Spot {
  facility: FacilityThreat;
  snapshot: Snapshot;
}

export class NearMe implements ReactiveController {
  position: LatLng | null = null;
  isLocating = false;
  problem: NearMeProblem = null;
  private spot: Spot | null = null;
  private stop = new AbortController();

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = new AbortController();
  }

  hostDisconnected(): void {
    this.stop.abort();
  }

  readonly locate = (): void => {
    if (!("geolocation" in navigator)) {
      this.end("unavailable");
      return;
    }
    this.isLocating = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        this.position = { lat: coords.latitude, lng: coords.longitude };
        this.end(null);
      },
      ({ code, PERMISSION_DENIED }) => this.end(code === PERMISSION_DENIED ? "denied" : "unavailable"),
      { timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
    this.host.requestUpdate();
  };

  readonly forget = (): void => {
    this.position = null;
    this.spot = null;
    this.end(null);
  };

  /** Asks the service for the status at the position. */
  readonly checkSpot = async (name: string): Promise<void> => {
    const { position } = this;
    if (position === null) return;
    const requestedAt = readClock();
    try {
      const { asOf, feed, proximity } = await readPointProximity(this.stop.signal, position);
      this.spot = {
        facility: { facilityId: 0, name, latLongPoint: null, proximity },
        snapshot: { asOf, feed, requestedAt },
      };
      this.end(null);
    } catch {
      this.end("failed");
    }
  };

  /** Null unless it was asked for. It expires like every status. */
  spotRow(now: ClockReading): FacilityRow | null {
    if (this.spot === null) return null;
    const { facility, snapshot } = this.spot;
    return { facility, ...assessStatus(snapshot, facility.proximity?.status ?? null, now) };
  }

  /** Null without a position, or for a facility without a location. */
  milesTo({ latLongPoint }: FacilityThreat): number | null {
    return this.position === null || latLongPoint === null ? null : milesBetween(this.position, latLongPoint);
  }

  private end(problem: NearMeProblem): void {
    [this.isLocating, this.problem] = [false, problem];
    this.host.requestUpdate();
  }
}
