// What a row of the log is about. Pure.
import type { Log } from "../../data/log.ts";
import type { Watcher } from "../../data/watcher.ts";
import { commonText } from "../ui/text.ts";
import { type Kind, kindOf } from "../watcher/kind.ts";

/** Files are known by their names, also if their watcher was deleted. */
export function logKind({ fileName }: Pick<Log, "fileName">, watcher: Pick<Watcher, "kind"> | null): Kind {
  if (watcher !== null) return kindOf(watcher);
  return fileName ? "File" : "Mailbox";
}

/** The name of the file or the subject of the message. */
export function logTitle({ fileName, subject }: Pick<Log, "fileName" | "subject">): string {
  return fileName ?? subject ?? commonText().notFetched;
}
