import { answer, client, type Schemas } from "./client.ts";

export type Action = Schemas["ActionView"];
export type ActionInput = Schemas["ActionInput"];

export function listActions(id: number, signal: AbortSignal): Promise<Action[]> {
  return answer(client.GET("/mailbox-watcher/{id}/action", { params: { path: { id } }, signal }));
}

export function readAction(id: number, actionId: number, signal: AbortSignal): Promise<Action> {
  return answer(client.GET("/mailbox-watcher/{id}/action/{actionId}", { params: { path: { id, actionId } }, signal }));
}

export function addAction(id: number, body: ActionInput, signal: AbortSignal): Promise<Action> {
  return answer(client.POST("/mailbox-watcher/{id}/action", { params: { path: { id } }, body, signal }));
}

export function writeAction(id: number, actionId: number, body: ActionInput, signal: AbortSignal): Promise<Action> {
  return answer(
    client.PUT("/mailbox-watcher/{id}/action/{actionId}", {
      params: { path: { id, actionId } },
      body,
      signal,
    }),
  );
}

export async function deleteAction(id: number, actionId: number, signal: AbortSignal): Promise<void> {
  await answer(
    client.DELETE("/mailbox-watcher/{id}/action/{actionId}", { params: { path: { id, actionId } }, signal }),
  );
}

export function orderActions(id: number, ids: number[], signal: AbortSignal): Promise<Action[]> {
  return answer(client.PUT("/mailbox-watcher/{id}/action/order", { params: { path: { id } }, body: { ids }, signal }));
}

export type Handler = Schemas["Handler"];

/** The types of action, each with the schema of its config. */
export function listHandlers(signal: AbortSignal): Promise<Handler[]> {
  return answer(client.GET("/workflow/handlers", { signal }));
}

/** Whether an action could be saved; a `Refusal` names what is wrong by its path. */
export async function checkAction(id: number, body: ActionInput, signal: AbortSignal): Promise<void> {
  await answer(client.POST("/mailbox-watcher/{id}/action/check", { params: { path: { id } }, body, signal }));
}
