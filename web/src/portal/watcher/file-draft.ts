// The fields of a watcher of files, and what to do about a folder that may not be watched. Pure.
import { COMMON_FIELDS, type Draft, type Field, FOLDER_FIELDS, text, trimmed, wholeNumber } from "./fields.ts";
import { watcherFormText } from "./form-text.ts";

function folderError(value: string): string | undefined {
  if (value.trim() === "") return watcherFormText().enterFolder;
  return value.trim().startsWith("/") ? undefined : watcherFormText().absoluteFolder;
}

const ofFiles: Field<"File"> = { initial: "File", send: () => "File" };

export const FILE_FIELDS = {
  ...COMMON_FIELDS,
  ...FOLDER_FIELDS,
  kind: ofFiles,
  folder: text("", trimmed, folderError),
  pattern: text("*", trimmed, (value) => (value.trim() === "" ? watcherFormText().enterPattern : undefined)),
  rescanSeconds: wholeNumber(60, 1, 86_400),
  stableSeconds: wholeNumber(2, 0, 3_600),
  maxFileMb: wholeNumber(50, 1, 1_024),
};

export type FileDraft = Draft<typeof FILE_FIELDS>;

/** The service names the setting in every message about a folder that it may not read. */
const ROOTS_SETTING = "files.roots";

/** Adds what an administrator does about it to such a message. */
export function withRootsFix(message: string): string {
  return message.includes(ROOTS_SETTING) ? `${message} ${watcherFormText().rootsFix}` : message;
}
