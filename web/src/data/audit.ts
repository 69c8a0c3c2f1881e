import { answer, client, type Schemas } from "./client.ts";

export type AuditEntry = Schemas["AuditView"];
export type AuditPage = Schemas["AuditPage"];

/** A page of the trail, newest first; `cursor` is the `nextCursor` of the page before. */
export function readAudit(cursor: string | null, signal: AbortSignal): Promise<AuditPage> {
  const query = cursor === null ? {} : { cursor };
  return answer(client.GET("/audit", { params: { query }, signal }));
}
