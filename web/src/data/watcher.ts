import { answer, client, type Schemas } from "./client.ts";

export type Watcher = Schemas["WatcherView"];
export type WatcherInput = Schemas["WatcherInput"];
export type Tally = Schemas["TallyView"];
export type Folder = Schemas["FolderView"];
export type Finding = Schemas["FindingView"];
export type Glance = Schemas["GlanceView"];
export type Balance = Schemas["BalanceView"];

export function listWatchers(signal: AbortSignal): Promise<Watcher[]> {
  return answer(client.GET("/mailbox-watcher", { signal }));
}

/** How many messages of each watcher came to what in the last 24 hours. */
export function tallyWatchers(signal: AbortSignal): Promise<Tally[]> {
  return answer(client.GET("/mailbox-watcher/summary", { signal }));
}

export function readWatcher(id: number, signal: AbortSignal): Promise<Watcher> {
  return answer(client.GET("/mailbox-watcher/{id}", { params: { path: { id } }, signal }));
}

export function addWatcher(body: WatcherInput, signal: AbortSignal): Promise<Watcher> {
  return answer(client.POST("/mailbox-watcher", { body, signal }));
}

export function patchWatcher(id: number, body: Schemas["WatcherPatch"], signal: AbortSignal): Promise<Watcher> {
  return answer(client.PATCH("/mailbox-watcher/{id}", { params: { path: { id } }, body, signal }));
}

export async function deleteWatcher(id: number, signal: AbortSignal): Promise<void> {
  await answer(client.DELETE("/mailbox-watcher/{id}", { params: { path: { id } }, signal }));
}

export function enableWatcher(id: number, signal: AbortSignal): Promise<Watcher> {
  return answer(client.POST("/mailbox-watcher/{id}/enable", { params: { path: { id } }, signal }));
}

export function disableWatcher(id: number, signal: AbortSignal): Promise<Watcher> {
  return answer(client.POST("/mailbox-watcher/{id}/disable", { params: { path: { id } }, signal }));
}

/** Has the mailbox looked at now. */
export function reloadWatcher(id: number, signal: AbortSignal): Promise<Watcher> {
  return answer(client.POST("/mailbox-watcher/{id}/reload", { params: { path: { id } }, signal }));
}

/** Tries what a watcher would do, without saving it. */
export function tryWatcher(body: WatcherInput, signal: AbortSignal): Promise<Finding[]> {
  return answer(client.POST("/mailbox-watcher/test", { body, signal }));
}

/** The newest messages in the folder that it would watch. */
export function listMessages(body: WatcherInput, signal: AbortSignal): Promise<Glance[]> {
  return answer(client.POST("/mailbox-watcher/messages", { body, signal }));
}

export function listFolders(
  mailboxAddress: string,
  credentialId: number | null,
  signal: AbortSignal,
): Promise<Folder[]> {
  const query = { mailboxAddress, ...(credentialId === null ? {} : { credentialId }) };
  return answer(client.GET("/mailbox-watcher/folders", { params: { query }, signal }));
}

/** The log held against the folders, by the days of the reader. */
export function readBalance(id: number, days: number, timezone: string, signal: AbortSignal): Promise<Balance> {
  return answer(
    client.GET("/mailbox-watcher/{id}/balance", { params: { path: { id }, query: { days, timezone } }, signal }),
  );
}
