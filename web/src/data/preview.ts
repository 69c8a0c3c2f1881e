import { answer, client, type Schemas } from "./client.ts";
import type { JsonObject } from "./json.ts";

export type Preview = Schemas["Preview"];
export type Sample = Schemas["SampleView"];
export type Tried = Schemas["TriedView"];

/** What a config finds in a text, or in a message of the log; nothing is written. */
export function preview(
  config: JsonObject,
  of: { text: string } | { logId: number },
  signal: AbortSignal,
): Promise<Preview> {
  return answer(client.POST("/mailbox-watcher/preview", { body: { config, ...of }, signal }));
}

export function listSamples(id: number, actionId: number, signal: AbortSignal): Promise<Sample[]> {
  return answer(
    client.GET("/mailbox-watcher/{id}/action/{actionId}/sample", { params: { path: { id, actionId } }, signal }),
  );
}

/** Keeps a text with what the action, as it is saved, finds in it. */
export function keepSample(
  id: number,
  actionId: number,
  body: Schemas["SampleInput"],
  signal: AbortSignal,
): Promise<Sample> {
  return answer(
    client.POST("/mailbox-watcher/{id}/action/{actionId}/sample", { params: { path: { id, actionId } }, body, signal }),
  );
}

export async function dropSample(id: number, actionId: number, sampleId: number, signal: AbortSignal): Promise<void> {
  await answer(
    client.DELETE("/mailbox-watcher/{id}/action/{actionId}/sample/{sampleId}", {
      params: { path: { id, actionId, sampleId } },
      signal,
    }),
  );
}

/** What each sample gives with a config that is not saved yet. */
export function trySamples(id: number, actionId: number, config: JsonObject, signal: AbortSignal): Promise<Tried[]> {
  return answer(
    client.POST("/mailbox-watcher/{id}/action/{actionId}/sample/check", {
      params: { path: { id, actionId } },
      body: { config },
      signal,
    }),
  );
}
