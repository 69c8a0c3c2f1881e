// The form of a watcher: validation and conversion. Pure.
import type { MailboxMessage, Watcher, WatcherInput } from "../../data/watcher.ts";

import { FIELDS, type FieldName, type WatcherDraft } from "./fields.ts";
import { watcherFormText } from "./form-text.ts";

const NAMES = Object.keys(FIELDS) as FieldName[];

/** The fields that show an error from the service next to them. */
export const WATCHER_FIELDS = NAMES.filter(
  (name) => typeof FIELDS[name].initial === "string" && name !== "mode" && name !== "resume",
);

export function toDraft(watcher: Watcher | null): WatcherDraft {
  const draft = NAMES.map((name) => {
    const { initial } = FIELDS[name];
    const value = watcher?.[name] ?? initial;
    return [name, typeof initial === "string" ? String(value) : value];
  });
  return Object.fromEntries(draft) as WatcherDraft;
}

/** The label of the empty choice. */
export function credentialPlaceholder(names: readonly string[]): string {
  const [first, ...more] = names;
  if (first === undefined) return watcherFormText().noCredentials;
  return more.length === 0 ? watcherFormText().onlyCredential(first) : watcherFormText().selectCredential;
}

/** Returns errors by field. */
export function validate(draft: WatcherDraft): Partial<Record<FieldName, string>> {
  const errors = NAMES.map((name) => [name, FIELDS[name].error?.(draft[name] as never, draft)]);
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined));
}

export function toInput(draft: WatcherDraft): WatcherInput {
  return Object.fromEntries(
    NAMES.map((name) => [name, FIELDS[name].send(draft[name] as never, draft)]),
  ) as WatcherInput;
}

/** Identifies the mailbox folder: when it changes, everything about the folder must be loaded again. */
export function folderKey(draft: WatcherDraft): string {
  return JSON.stringify([
    draft.mailboxAddress.trim().toLowerCase(),
    draft.credentialId,
    draft.folderId || draft.folderPath,
  ]);
}

type Envelope = Pick<MailboxMessage, "subject" | "fromAddress" | "fromName">;

/** Same rule as in the service: both must match, ignoring case. */
export function matchesFilters(
  { fromFilter, subjectFilter }: Pick<WatcherDraft, "fromFilter" | "subjectFilter">,
  message: Envelope,
): boolean {
  const includes = (text: string | null | undefined, part: string) =>
    (text ?? "").toLowerCase().includes(part.trim().toLowerCase());
  return (
    (includes(message.fromAddress, fromFilter) || includes(message.fromName, fromFilter)) &&
    includes(message.subject, subjectFilter)
  );
}

export function matchText(matching: number, total: number): string {
  if (total === 0) return watcherFormText().noRecent;
  if (matching === total) return total === 1 ? watcherFormText().onlyRecent : watcherFormText().allRecent(total);
  return watcherFormText().someRecent(matching, total);
}
