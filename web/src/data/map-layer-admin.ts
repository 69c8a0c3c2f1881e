import type { DrawnLayer } from "../map/ground.ts";
import { client, type Schemas, unwrap } from "./client.ts";

export type MapLayer = Schemas["MapLayer"];
export type MapLayerInput = Schemas["MapLayerInput"];
export type MapLayerImport = Schemas["MapLayerImport"];
export type MapLayerKind = MapLayer["kind"];

export interface ListedLayer extends MapLayer {
  /** Null if it was imported or removed at this moment. */
  drawn: DrawnLayer | null;
}

export async function listMapLayers(signal: AbortSignal): Promise<ListedLayer[]> {
  const [layers, drawn] = await Promise.all([
    unwrap(client.GET("/map-layer", { signal })),
    unwrap(client.GET("/map-layers", { signal })),
  ]);
  return layers.map((layer) => ({ ...layer, drawn: drawn.layers.find(({ name }) => name === layer.name) ?? null }));
}

export function importMapLayer(body: MapLayerInput, signal: AbortSignal): Promise<MapLayerImport> {
  return unwrap(client.POST("/map-layer", { body, signal }));
}

export async function removeMapLayer(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/map-layer/{id}", { params: { path: { id } }, signal }));
}
