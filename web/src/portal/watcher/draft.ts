// The form of a watcher: validation and conversion. Pure.
import type { MailboxMessage, Watcher, WatcherInput } from "../../data/watcher.ts";

export interface WatcherDraft {
  name: string;
  description: string;
  mailboxAddress: string;
  credentialId: string;
  folderPath: string;
  folderId: string;
  fromFilter: string;
  subjectFilter: string;
  mode: string;
  moveOnProcess: boolean;
  includeAttachments: boolean;
  maxAttachmentMb: string;
  reconciliationIntervalSeconds: string;
}

export const WATCHER_FIELDS = [
  "name",
  "description",
  "mailboxAddress",
  "credentialId",
  "folderPath",
  "folderId",
  "fromFilter",
  "subjectFilter",
  "maxAttachmentMb",
  "reconciliationIntervalSeconds",
];

export function toDraft(watcher: Watcher | null): WatcherDraft {
  const number = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(value));
  return {
    name: watcher?.name ?? "",
    description: watcher?.description ?? "",
    mailboxAddress: watcher?.mailboxAddress ?? "",
    credentialId: number(watcher?.credentialId),
    folderPath: watcher?.folderPath ?? "Inbox",
    folderId: watcher?.folderId ?? "",
    fromFilter: watcher?.fromFilter ?? "",
    subjectFilter: watcher?.subjectFilter ?? "",
    mode: watcher?.mode ?? "Subscription",
    moveOnProcess: watcher?.moveOnProcess ?? true,
    includeAttachments: watcher?.includeAttachments ?? false,
    maxAttachmentMb: number(watcher?.maxAttachmentMb ?? 10),
    reconciliationIntervalSeconds: number(watcher?.reconciliationIntervalSeconds),
  };
}

/** The label of the empty choice. */
export function credentialPlaceholder(names: readonly string[]): string {
  const [first, ...more] = names;
  if (first === undefined) return "None yet: add one under Credentials";
  return more.length === 0 ? `The only one there is: ${first}` : "Choose one";
}

/** Returns errors by field. */
export function validate(draft: WatcherDraft): Record<string, string> {
  const errors: Record<string, string> = {};
  if (draft.name.trim() === "") errors.name = "Enter a name.";
  else if ([...draft.name.trim()].length > 200) errors.name = "Use at most 200 characters.";
  if (draft.mailboxAddress.trim() === "") errors.mailboxAddress = "Enter the address of the mailbox.";
  else if (!isAddress(draft.mailboxAddress.trim()))
    errors.mailboxAddress = "This is no address. For example: storm@example.gov";
  if (draft.folderPath.trim() === "") errors.folderPath = "Choose a folder.";
  if (draft.includeAttachments && !inRange(draft.maxAttachmentMb, 1, 1_024))
    errors.maxAttachmentMb = "Enter a whole number from 1 to 1,024.";
  const interval = draft.reconciliationIntervalSeconds.trim();
  if (interval !== "" && !inRange(interval, 1, 2_147_483_647))
    errors.reconciliationIntervalSeconds = "Enter whole seconds from 1, or leave it empty.";
  return errors;
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 320;
}

function inRange(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
}

/** Without `isEnabled` and `processExisting`, which belong to the switch. */
export function toInput(draft: WatcherDraft): WatcherInput {
  const filled = (text: string) => (text.trim() === "" ? null : text.trim());
  const number = (text: string) => (text.trim() === "" ? null : Number(text));
  return {
    name: draft.name.trim(),
    description: draft.description,
    mailboxAddress: draft.mailboxAddress.trim(),
    credentialId: number(draft.credentialId),
    folderPath: draft.folderPath.trim(),
    folderId: filled(draft.folderId),
    fromFilter: filled(draft.fromFilter),
    subjectFilter: filled(draft.subjectFilter),
    mode: draft.mode,
    moveOnProcess: draft.moveOnProcess,
    includeAttachments: draft.includeAttachments,
    maxAttachmentMb: draft.includeAttachments ? number(draft.maxAttachmentMb) : 10,
    reconciliationIntervalSeconds: number(draft.reconciliationIntervalSeconds),
  };
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

/** As the service does it: both must match, ignoring case. */
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
  if (total === 0) return "No message was found to try the filters on.";
  const all = `${total.toLocaleString("en-US")} recent ${total === 1 ? "message" : "messages"}`;
  if (matching === total) return `All of the ${all} would be processed.`;
  return `${matching.toLocaleString("en-US")} of ${all} would be processed, ${(total - matching).toLocaleString("en-US")} would be skipped.`;
}
