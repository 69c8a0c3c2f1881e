// A watcher while somebody types it: what is wrong with it, and what it becomes. Pure.
import type { Glance, Watcher, WatcherInput } from "../../data/watcher.ts";

export interface Draft {
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

export function draftOf(watcher: Watcher | null): Draft {
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

/** Field to sentence. */
/** What the credential is called while none is chosen. */
export function noneChosen(names: readonly string[]): string {
  const [first, ...more] = names;
  if (first === undefined) return "None yet: add one under Credentials";
  return more.length === 0 ? `The only one there is: ${first}` : "Choose one";
}

export function mistakes(draft: Draft): Record<string, string> {
  const wrong: Record<string, string> = {};
  if (draft.name.trim() === "") wrong.name = "Enter a name.";
  else if ([...draft.name.trim()].length > 200) wrong.name = "Use at most 200 characters.";
  if (draft.mailboxAddress.trim() === "") wrong.mailboxAddress = "Enter the address of the mailbox.";
  else if (!isAddress(draft.mailboxAddress.trim()))
    wrong.mailboxAddress = "This is no address. For example: storm@example.gov";
  if (draft.folderPath.trim() === "") wrong.folderPath = "Choose a folder.";
  if (draft.includeAttachments && !inRange(draft.maxAttachmentMb, 1, 1_024))
    wrong.maxAttachmentMb = "Enter a whole number from 1 to 1,024.";
  const every = draft.reconciliationIntervalSeconds.trim();
  if (every !== "" && !inRange(every, 1, 2_147_483_647))
    wrong.reconciliationIntervalSeconds = "Enter whole seconds from 1, or leave it empty.";
  return wrong;
}

export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 320;
}

function inRange(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}

/** What is sent. Whether it is enabled and whether old mail counts is not said here: those are asked at the switch. */
export function inputOf(draft: Draft): WatcherInput {
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

/** Where the mailbox and its folder are: when this changes, everything about the folder has to be asked again. */
export function placeOf(draft: Draft): string {
  return JSON.stringify([
    draft.mailboxAddress.trim().toLowerCase(),
    draft.credentialId,
    draft.folderId || draft.folderPath,
  ]);
}

type Envelope = Pick<Glance, "subject" | "fromAddress" | "fromName">;

/** Whether the filters let a message through, as the service decides it: both must match, in any case. */
export function passes(
  { fromFilter, subjectFilter }: Pick<Draft, "fromFilter" | "subjectFilter">,
  message: Envelope,
): boolean {
  const holds = (text: string | null | undefined, part: string) =>
    (text ?? "").toLowerCase().includes(part.trim().toLowerCase());
  return (
    (holds(message.fromAddress, fromFilter) || holds(message.fromName, fromFilter)) &&
    holds(message.subject, subjectFilter)
  );
}

export function matchWords(matching: number, looked: number): string {
  if (looked === 0) return "No message was found to try the filters on.";
  const all = `${looked.toLocaleString("en-US")} recent ${looked === 1 ? "message" : "messages"}`;
  if (matching === looked) return `All of the ${all} would be processed.`;
  return `${matching.toLocaleString("en-US")} of ${all} would be processed, ${(looked - matching).toLocaleString("en-US")} would be skipped.`;
}
