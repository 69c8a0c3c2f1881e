import { client, type Schemas, unwrap } from "./client.ts";

export type Revision = Schemas["Revision"];
export type RevisionDetail = Schemas["RevisionDetail"];
export type FieldChange = Schemas["FieldChange"];
export type RevisionKind = "watcher" | "policy" | "event-sink";

/** How many revisions are loaded at once. */
export const REVISION_PAGE = 50;

/** Newest first. */
export function listRevisions(
  kind: RevisionKind,
  id: number,
  before: string | undefined,
  signal: AbortSignal,
): Promise<Revision[]> {
  const query = { kind, id, limit: REVISION_PAGE, ...(before === undefined ? {} : { before }) };
  return unwrap(client.GET("/revision", { params: { query }, signal }));
}

/** What `id` has that `compareWith` has not, and the reverse. */
export function compareRevisions(id: string, compareWith: string, signal: AbortSignal): Promise<RevisionDetail> {
  return unwrap(client.GET("/revision/{id}", { params: { path: { id }, query: { compareWith } }, signal }));
}

export async function restoreRevision(id: string, signal: AbortSignal): Promise<void> {
  await unwrap(client.POST("/revision/{id}/restore", { params: { path: { id } }, signal }));
}
