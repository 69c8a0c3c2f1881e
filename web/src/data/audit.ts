import { client, type Schemas, unwrap } from "./client.ts";

export type AuditEntry = Schemas["AuditView"];
export type AuditPage = Schemas["AuditPage"];

/** Newest first; `cursor` is the `nextCursor` of the page before. */
export function readAudit(cursor: string | null, signal: AbortSignal): Promise<AuditPage> {
  const query = cursor === null ? {} : { cursor };
  return unwrap(client.GET("/audit", { params: { query }, signal }));
}
