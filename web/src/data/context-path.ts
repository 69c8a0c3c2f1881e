// Hand-written until the OpenAPI document has these routes.
import { readJson } from "./client.ts";
import type { Json } from "./json.ts";

/** A path that an action can use, with a value from a message. */
export interface ContextPath {
  path: string;
  type: string;
  example?: Json;
  /** `message`, or the action that provides it. */
  from: string;
}

export interface TableColumn {
  name: string;
  type: string;
  required: boolean;
}

export interface Table {
  name: string;
  columns: TableColumn[];
}

/** What the context has before an action runs; after the last action if it is new. */
export function listContextPaths(id: number, actionId: number | null, signal: AbortSignal): Promise<ContextPath[]> {
  const query = actionId === null ? "" : `?actionId=${actionId}`;
  return readJson(`/mailbox-watcher/${id}/context-paths${query}`, signal);
}

/** The tables that actions can write to or read from. */
export function listTables(signal: AbortSignal): Promise<Table[]> {
  return readJson("/workflow/tables", signal);
}
