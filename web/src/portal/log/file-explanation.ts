// Why files in watched folders are not processed. Pure.
import { html, nothing, type TemplateResult } from "lit";
import { toSentence } from "../../data/problem.ts";
import type { ExplainedFile, FolderExplanation, Watcher } from "../../data/watcher.ts";
import { formatBytes } from "../bytes.ts";
import { logText } from "./text.ts";

/** What is in the folder of a watcher. */
export interface WatchedFolder {
  watcher: Watcher;
  explanation: FolderExplanation;
}

/** Without files that the log has, if `withLogged` is false: the page shows these already. */
export function folderFindings(
  folders: readonly WatchedFolder[],
  { withLogged }: { withLogged: boolean },
): TemplateResult | typeof nothing {
  const items = folders.flatMap(({ watcher, explanation: { problem, files } }) => [
    ...(problem && withLogged ? [html`<li>${logText().folderProblem(watcher.name, toSentence(problem))}</li>`] : []),
    ...files.filter(({ reason }) => withLogged || reason !== "InLog").map((file) => fileItem(file, watcher)),
  ]);
  return items.length === 0 ? nothing : html`<ul class="notice">${items}</ul>`;
}

/** Null if a file was found, or no folder could be read. */
export function notInFoldersText(folders: readonly WatchedFolder[]): string | null {
  const readable = folders.filter(({ explanation: { problem } }) => !problem);
  if (readable.length === 0 || folders.some(({ explanation: { files } }) => files.length > 0)) return null;
  return logText().notInFolders(readable.map(({ explanation: { folder } }) => folder).join(", "));
}

function fileItem(file: ExplainedFile, watcher: Watcher): TemplateResult {
  const name = logText().fileIn(file.fileName, formatBytes(file.sizeBytes), watcher.name);
  const link = file.logId ? html` <a href="/portal/log/${file.logId}">${logText().openInLog}</a>` : nothing;
  return html`<li>${name} ${reasonText(file, watcher)}${link}</li>`;
}

export function reasonText(
  { reason }: Pick<ExplainedFile, "reason">,
  watcher: Pick<Watcher, "pattern" | "stableSeconds" | "rescanSeconds" | "maxFileMb">,
): string {
  const text = logText().fileReason;
  switch (reason) {
    case "BeingWritten":
      return text.BeingWritten(watcher.stableSeconds);
    case "TooLarge":
      return text.TooLarge(watcher.maxFileMb);
    case "Unmatched":
      return text.Unmatched(watcher.pattern);
    case "Waiting":
      return text.Waiting(watcher.rescanSeconds);
    default:
      return text[reason];
  }
}
