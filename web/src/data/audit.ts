import { client, type Schemas, unwrap } from "./client.ts";

export type AuditEntry = Schemas["AuditView"];
export type AuditPage = Schemas["AuditPage"];

export interface AuditSearch {
  q?: string;
  user?: string;
  action?: string;
  from?: string;
  to?: string;
}

/** Newest first; `cursor` is the `nextCursor` of the page before. */
export function readAudit(search: AuditSearch, cursor: string | null, signal: AbortSignal): Promise<AuditPage> {
  const query = cursor === null ? search : { ...search, cursor };
  return unwrap(client.GET("/audit", { params: { query }, signal }));
}
