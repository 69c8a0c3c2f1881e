// Hand-written until the OpenAPI document has these routes.
import { readJson } from "./client.ts";
import type { Json } from "./json.ts";

/** A path that an action can use, with a value from a message. */
export interface ContextPath {
  path: string;
  type: string;
  example?: Json | undefined;
  /** `message`, or the action that provides it. */
  from: string;
}

export interface TableColumn {
  name: string;
  type: string;
  /** A new row needs a value. */
  required: boolean;
  /** The database computes it; no value can be written. */
  generated: boolean;
}

/** The columns of a procedure are its parameters. */
export interface Table {
  name: string;
  kind: "Table" | "View" | "Procedure";
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
