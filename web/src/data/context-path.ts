import { client, type Schemas, unwrap } from "./client.ts";

/** A path that an action can use, with a value from the newest message. */
export type ContextPath = Schemas["ContextPath"];
/** The columns of a procedure are its parameters. */
export type Table = Schemas["UserTable"];
export type TableColumn = Schemas["UserColumn"];

/** What the context has before an action runs; after the last action if it is new. */
export function listContextPaths(id: number, actionId: number | null, signal: AbortSignal): Promise<ContextPath[]> {
  const query = actionId === null ? {} : { actionId };
  return unwrap(client.GET("/mailbox-watcher/{id}/context-paths", { params: { path: { id }, query }, signal }));
}

/** The tables, views and procedures that actions can name. */
export function listTables(signal: AbortSignal): Promise<Table[]> {
  return unwrap(client.GET("/workflow/tables", { signal }));
}
