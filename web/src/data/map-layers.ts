import type { DrawnLayer } from "../map/ground.ts";
import { getJson } from "./public-api.ts";

/** What the map draws below everything else. */
export async function readMapLayers(signal: AbortSignal): Promise<DrawnLayer[]> {
  return (await getJson("/map-layers", signal)).layers;
}
