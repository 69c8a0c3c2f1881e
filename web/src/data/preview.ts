import { client, type Schemas, unwrap } from "./client.ts";
import type { JsonObject } from "./json.ts";
import type { TextSource } from "./suggest.ts";

export type Preview = Schemas["Preview"];
export type Sample = Schemas["SampleView"];
export type SampleResult = Schemas["SampleResultView"];

/** What a config extracts from a text or a logged message; nothing is stored. */
export function previewExtraction(config: JsonObject, source: TextSource, signal: AbortSignal): Promise<Preview> {
  return unwrap(client.POST("/mailbox-watcher/preview", { body: { config, ...source }, signal }));
}

export function listSamples(id: number, actionId: number, signal: AbortSignal): Promise<Sample[]> {
  return unwrap(
    client.GET("/mailbox-watcher/{id}/action/{actionId}/sample", { params: { path: { id, actionId } }, signal }),
  );
}

/** Stores a text with what the saved action extracts from it. */
export function saveSample(
  id: number,
  actionId: number,
  body: Schemas["SampleInput"],
  signal: AbortSignal,
): Promise<Sample> {
  return unwrap(
    client.POST("/mailbox-watcher/{id}/action/{actionId}/sample", { params: { path: { id, actionId } }, body, signal }),
  );
}

export async function deleteSample(id: number, actionId: number, sampleId: number, signal: AbortSignal): Promise<void> {
  await unwrap(
    client.DELETE("/mailbox-watcher/{id}/action/{actionId}/sample/{sampleId}", {
      params: { path: { id, actionId, sampleId } },
      signal,
    }),
  );
}

/** Runs an unsaved config on all samples. */
export function checkSamples(
  id: number,
  actionId: number,
  config: JsonObject,
  signal: AbortSignal,
): Promise<SampleResult[]> {
  return unwrap(
    client.POST("/mailbox-watcher/{id}/action/{actionId}/sample/check", {
      params: { path: { id, actionId } },
      body: { config },
      signal,
    }),
  );
}
