import { client, type Schemas, unwrap } from "./client.ts";

export type Action = Schemas["ActionView"];
export type ActionInput = Schemas["ActionInput"];

export function listActions(id: number, signal: AbortSignal): Promise<Action[]> {
  return unwrap(client.GET("/mailbox-watcher/{id}/action", { params: { path: { id } }, signal }));
}

export function readAction(id: number, actionId: number, signal: AbortSignal): Promise<Action> {
  return unwrap(client.GET("/mailbox-watcher/{id}/action/{actionId}", { params: { path: { id, actionId } }, signal }));
}

export function addAction(id: number, body: ActionInput, signal: AbortSignal): Promise<Action> {
  return unwrap(client.POST("/mailbox-watcher/{id}/action", { params: { path: { id } }, body, signal }));
}

export function writeAction(id: number, actionId: number, body: ActionInput, signal: AbortSignal): Promise<Action> {
  return unwrap(
    client.PUT("/mailbox-watcher/{id}/action/{actionId}", {
      params: { path: { id, actionId } },
      body,
      signal,
    }),
  );
}

export async function deleteAction(id: number, actionId: number, signal: AbortSignal): Promise<void> {
  await unwrap(
    client.DELETE("/mailbox-watcher/{id}/action/{actionId}", { params: { path: { id, actionId } }, signal }),
  );
}

export function orderActions(id: number, ids: number[], signal: AbortSignal): Promise<Action[]> {
  return unwrap(client.PUT("/mailbox-watcher/{id}/action/order", { params: { path: { id } }, body: { ids }, signal }));
}

export type Handler = Schemas["Handler"];

/** The action types, each with the schema of its config. */
export function listHandlers(signal: AbortSignal): Promise<Handler[]> {
  return unwrap(client.GET("/workflow/handlers", { signal }));
}

/** Validates without saving; the `ApiError` has messages by path. */
export async function checkAction(id: number, body: ActionInput, signal: AbortSignal): Promise<void> {
  await unwrap(client.POST("/mailbox-watcher/{id}/action/check", { params: { path: { id } }, body, signal }));
}
