import { client, type Schemas, unwrap } from "./client.ts";

export type Log = Schemas["LogView"];
export type LogDetail = Schemas["LogDetail"];
export type LogPage = Schemas["LogPage"];
export type Step = Schemas["StepView"];

export interface LogSearch {
  jobId?: number;
  status?: string;
  phaseTwoStatus?: string;
  from?: string;
  to?: string;
  q?: string;
  cursor?: string;
  limit?: number;
}

export function searchLog(query: LogSearch, signal: AbortSignal): Promise<LogPage> {
  return unwrap(client.GET("/mailbox-watcher/log", { params: { query }, signal }));
}

export function readLog(logId: number, signal: AbortSignal): Promise<LogDetail> {
  return unwrap(client.GET("/mailbox-watcher/log/{logId}", { params: { path: { logId } }, signal }));
}

export function retryLog(logId: number, force: boolean, signal: AbortSignal): Promise<Log> {
  return unwrap(
    client.POST("/mailbox-watcher/log/{logId}/retry", { params: { path: { logId } }, body: { force }, signal }),
  );
}

/** The message no longer counts against health and feed. */
export function dismissLog(logId: number, signal: AbortSignal): Promise<Log> {
  return unwrap(client.POST("/mailbox-watcher/log/{logId}/dismiss", { params: { path: { logId } }, signal }));
}

/** Processes the file that has this name now, also one in Processed or Failed. */
export function replayFile(id: number, fileName: string, signal: AbortSignal): Promise<Log> {
  return unwrap(client.POST("/file-watcher/{id}/replay", { params: { path: { id } }, body: { fileName }, signal }));
}

/** Processes a message again by its id at the provider. */
export function replayMessage(id: number, messageKey: string, signal: AbortSignal): Promise<Log> {
  return unwrap(
    client.POST("/mailbox-watcher/{id}/replay", { params: { path: { id } }, body: { messageKey }, signal }),
  );
}
