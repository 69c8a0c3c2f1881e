// The fields of a watcher of a mailbox, and its filters. Pure.
import type { MailboxMessage, WatcherInput } from "../../data/watcher.ts";
import { toInput } from "./draft.ts";
import {
  asWritten,
  COMMON_FIELDS,
  type Draft,
  FOLDER_FIELDS,
  flag,
  inRange,
  numberOrNull,
  rangeError,
  text,
  textOrNull,
  trimmed,
} from "./fields.ts";
import { watcherFormText } from "./form-text.ts";

interface OtherFields {
  includeAttachments: boolean;
  senderAuthentication: string;
}

export function isAddress(value: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 320;
}

function addressError(value: string): string | undefined {
  if (value.trim() === "") return watcherFormText().enterAddress;
  return isAddress(value.trim()) ? undefined : watcherFormText().invalidAddress;
}

function intervalError(value: string): string | undefined {
  const isValid = value.trim() === "" || inRange(value, 1, 2_147_483_647);
  return isValid ? undefined : watcherFormText().invalidInterval;
}

/** Same rule as in the service: the text after the last @, or all of it, is a domain. */
export function hasDomain(filter: string): boolean {
  const domain = filter.trim().split("@").at(-1) ?? "";
  const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
  return new RegExp(`^(${label}\\.)+(?!\\d+$)${label}$`, "i").test(domain) && domain.length <= 253;
}

function fromFilterError(value: string, { senderAuthentication }: OtherFields): string | undefined {
  if (senderAuthentication === "None" || hasDomain(value)) return undefined;
  return watcherFormText().domainNeeded;
}

export const MAILBOX_FIELDS = {
  ...COMMON_FIELDS,
  ...FOLDER_FIELDS,
  mailboxAddress: text("", trimmed, addressError),
  credentialId: text("", numberOrNull),
  folderPath: text("Inbox", trimmed, (value) => (value.trim() === "" ? watcherFormText().chooseAFolder : undefined)),
  folderId: text("", textOrNull),
  fromFilter: text("", textOrNull, fromFilterError),
  subjectFilter: text("", textOrNull),
  mode: text("Subscription", asWritten),
  includeAttachments: flag(false),
  maxAttachmentMb: text<OtherFields>(
    "10",
    (value, { includeAttachments }) => (includeAttachments ? numberOrNull(value) : 10),
    (value, { includeAttachments }) => (includeAttachments ? rangeError(value, 1, 1_024) : undefined),
  ),
  reconciliationIntervalSeconds: text("", numberOrNull, intervalError),
  senderAuthentication: text("None", asWritten),
};

export type MailboxDraft = Draft<typeof MAILBOX_FIELDS>;

export function toMailboxInput(draft: MailboxDraft): WatcherInput {
  return toInput(MAILBOX_FIELDS, draft) as unknown as WatcherInput;
}

/** The label of the empty choice. */
export function credentialPlaceholder(names: readonly string[]): string {
  const [first, ...more] = names;
  if (first === undefined) return watcherFormText().noCredentials;
  return more.length === 0 ? watcherFormText().onlyCredential(first) : watcherFormText().selectCredential;
}

/** Identifies the mailbox folder: when it changes, everything about the folder must be loaded again. */
export function folderKey(draft: MailboxDraft): string {
  return JSON.stringify([
    draft.mailboxAddress.trim().toLowerCase(),
    draft.credentialId,
    draft.folderId || draft.folderPath,
  ]);
}

type Envelope = Pick<MailboxMessage, "subject" | "fromAddress" | "fromName">;

/** Same rule as in the service: both must match, ignoring case. */
export function matchesFilters(
  { fromFilter, subjectFilter }: Pick<MailboxDraft, "fromFilter" | "subjectFilter">,
  message: Envelope,
): boolean {
  const includes = (value: string | null | undefined, part: string) =>
    (value ?? "").toLowerCase().includes(part.trim().toLowerCase());
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
