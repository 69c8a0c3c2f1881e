import { client, type Schemas, unwrap } from "./client.ts";

export type Watcher = Schemas["WatcherView"];
export type WatcherInput = Schemas["WatcherInput"];
export type FileWatcherInput = Schemas["FileWatcherInput"];
export type StatusWatcherInput = Schemas["StatusWatcherInput"];
/** The settings of a watcher of any kind. */
export type WatcherBody = WatcherInput | FileWatcherInput | StatusWatcherInput;
export type MessageCounts = Schemas["StatusCounts"];
export type Folder = Schemas["FolderView"];
export type CheckResult = Schemas["CheckResultView"];
export type MailboxMessage = Schemas["MessageView"];
export type Balance = Schemas["BalanceView"];
export type FolderExplanation = Schemas["FolderExplanation"];
export type ExplainedFile = Schemas["ExplainedFile"];

/** Of all kinds. Other paths below `/mailbox-watcher` are about watchers of all kinds, too. */
export function listAllWatchers(signal: AbortSignal): Promise<Watcher[]> {
  return unwrap(client.GET("/mailbox-watcher", { params: { query: { kind: "All" } }, signal }));
}

/** Messages in the last 24 hours, by watcher and status. */
export function countMessages(signal: AbortSignal): Promise<MessageCounts[]> {
  return unwrap(client.GET("/mailbox-watcher/summary", { signal }));
}

export function readWatcher(id: number, signal: AbortSignal): Promise<Watcher> {
  return unwrap(client.GET("/mailbox-watcher/{id}", { params: { path: { id } }, signal }));
}

export function addWatcher(body: WatcherBody, signal: AbortSignal): Promise<Watcher> {
  return unwrap(
    isOfFiles(body)
      ? client.POST("/file-watcher", { body, signal })
      : client.POST("/mailbox-watcher", { body, signal }),
  );
}

function isOfFiles(body: WatcherBody): body is FileWatcherInput {
  return body.kind === "File";
}

export function patchWatcher(id: number, body: Schemas["WatcherPatch"], signal: AbortSignal): Promise<Watcher> {
  return unwrap(client.PATCH("/mailbox-watcher/{id}", { params: { path: { id } }, body, signal }));
}

export async function deleteWatcher(id: number, signal: AbortSignal): Promise<void> {
  await unwrap(client.DELETE("/mailbox-watcher/{id}", { params: { path: { id } }, signal }));
}

export function enableWatcher(id: number, signal: AbortSignal): Promise<Watcher> {
  return unwrap(client.POST("/mailbox-watcher/{id}/enable", { params: { path: { id } }, signal }));
}

export function disableWatcher(id: number, signal: AbortSignal): Promise<Watcher> {
  return unwrap(client.POST("/mailbox-watcher/{id}/disable", { params: { path: { id } }, signal }));
}

/** Polls the mailbox or scans the folder now. */
export function pollWatcher(id: number, signal: AbortSignal): Promise<Watcher> {
  return unwrap(client.POST("/mailbox-watcher/{id}/reload", { params: { path: { id } }, signal }));
}

/** Tests the settings of a watcher without saving them. */
export function testWatcher(body: WatcherInput, signal: AbortSignal): Promise<CheckResult[]> {
  return unwrap(client.POST("/mailbox-watcher/test", { body, signal }));
}

/** The newest messages in the folder. */
export function listMessages(body: WatcherInput, signal: AbortSignal): Promise<MailboxMessage[]> {
  return unwrap(client.POST("/mailbox-watcher/messages", { body, signal }));
}

export function listFolders(
  mailboxAddress: string,
  credentialId: number | null,
  signal: AbortSignal,
): Promise<Folder[]> {
  const query = { mailboxAddress, ...(credentialId === null ? {} : { credentialId }) };
  return unwrap(client.GET("/mailbox-watcher/folders", { params: { query }, signal }));
}

/** Why the files whose name contains the text are not processed. */
export function explainFiles(id: number, q: string, signal: AbortSignal): Promise<FolderExplanation> {
  return unwrap(client.GET("/file-watcher/{id}/explain", { params: { path: { id }, query: { q } }, signal }));
}

/** Compares the log with the folders, by days of the time zone. */
export function readBalance(id: number, days: number, timezone: string, signal: AbortSignal): Promise<Balance> {
  return unwrap(
    client.GET("/mailbox-watcher/{id}/balance", { params: { path: { id }, query: { days, timezone } }, signal }),
  );
}

/** Processes the messages of a mailbox that are not in the log. Returns their number. */
export async function replayMissing(id: number, signal: AbortSignal): Promise<number> {
  const { count } = await unwrap(
    client.POST("/mailbox-watcher/{id}/replay-missing", { params: { path: { id } }, signal }),
  );
  return count;
}
