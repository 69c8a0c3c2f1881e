import type { ActionInput } from "./action.ts";
import { type Schemas, slowClient, unwrap } from "./client.ts";

export type ShadowRun = Schemas["ShadowRun"];
export type ShadowMessage = Schemas["ShadowMessage"];
export type ShadowDifference = Schemas["ShadowDifference"];

export interface ShadowRunRequest {
  /** Null: the saved actions, compared with the log. */
  actions: ActionInput[] | null;
  count: number;
  /** How many of the newest messages are left out. */
  skip: number;
  /** Null: the messages of the log. */
  folder: string | null;
}

/** Runs actions over old messages without any effect. */
export function tryActions(id: number, body: ShadowRunRequest, signal: AbortSignal): Promise<ShadowRun> {
  return unwrap(slowClient.POST("/mailbox-watcher/{id}/shadow-run", { params: { path: { id } }, body, signal }));
}
