// Loads the city's own layers once per page, after the first report: the status comes first.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { readMapLayers } from "../data/map-layers.ts";
import type { CityProjection } from "../map/city-projection.ts";
import { type DrawnLayer, type GroundLayer, projectLayers } from "../map/ground.ts";

const NO_LAYERS: readonly GroundLayer[] = [];

export class GroundLoader implements ReactiveController {
  private layers: DrawnLayer[] | null = null;
  /** The map redraws for each new list, so it is made once. */
  private projected: { projection: CityProjection; layers: readonly GroundLayer[] } | null = null;
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

  async load(): Promise<void> {
    // The map works without layers.
    this.layers ??= await readMapLayers(this.stop.signal).catch(() => null);
    if (this.layers !== null) this.host.requestUpdate();
  }

  ground(projection: CityProjection | null): readonly GroundLayer[] {
    if (projection === null || this.layers === null || this.layers.length === 0) return NO_LAYERS;
    if (this.projected?.projection !== projection)
      this.projected = { projection, layers: projectLayers(this.layers, projection) };
    return this.projected.layers;
  }
}
