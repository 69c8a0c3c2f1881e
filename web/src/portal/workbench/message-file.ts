// A message in a file, opened in the browser.
import { workbenchText } from "./text.ts";

/** The service accepts requests of 1 MiB; JSON needs some of it. */
const MAX_FILE_BYTES = 900_000;

export type OpenedFile = { text: string } | { error: string };

export async function readMessageFile(file: File): Promise<OpenedFile> {
  const error = fileError(file);
  if (error !== null) return { error };
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes === null ? { error: workbenchText().cannotRead(file.name) } : { text: decodeText(bytes) };
}

export function fileError({ name, type, size }: Pick<File, "name" | "type" | "size">): string | null {
  if (/\.(?:eml|msg)$/i.test(name) || type === "message/rfc822") {
    return workbenchText().isEmail(name);
  }
  if (size > MAX_FILE_BYTES) return workbenchText().tooLarge(name);
  return null;
}

/** UTF-8, or else the usual encoding of Windows programs. Line ends as in a pasted text. */
export function decodeText(bytes: ArrayBuffer): string {
  const text = tryUtf8(bytes) ?? new TextDecoder("windows-1252").decode(bytes);
  return text.replace(/\r\n?/g, "\n");
}

function tryUtf8(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
